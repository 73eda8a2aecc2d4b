import type { Refused } from '../delivery/refusals';
import { OutgoingError, reasonOf } from '../outgoing/guard';
import type { WriteResult } from './influx-answer';
import { withoutField } from './influx-lines';

/** After a request that timed out or broke off, no request is cut below this many lines. */
const fewestAfterTimeout = 100;

/** Writes lines in requests that the database takes: halved where one is too large, without a field that has another type there. */
export class Delivery {
  readonly #send: (lines: readonly string[]) => Promise<WriteResult>;
  /** Lines of the next request. */
  #most = Number.POSITIVE_INFINITY;
  /** The fewest lines that were answered with 413. */
  #tooMany = Number.POSITIVE_INFINITY;

  constructor(send: (lines: readonly string[]) => Promise<WriteResult>) {
    this.#send = send;
  }

  /** Returns what was refused for good. Rejects where a later attempt may succeed. */
  async deliver(lines: readonly string[]): Promise<readonly Refused[]> {
    const refused: Refused[] = [];
    let rest = [...lines];
    while (rest.length > 0) {
      const part = rest.slice(0, this.#most);
      const result = await this.#attempt(part);
      if (result.kind === 'too-large') {
        this.#halve(part.length);
        continue;
      }
      const left = result.kind === 'refused' ? leftOf(part, result, refused) : [];
      rest = [...left, ...rest.slice(part.length)];
      this.#most = Math.min(this.#most * 2, this.#tooMany - 1);
    }
    return refused;
  }

  async #attempt(part: readonly string[]): Promise<WriteResult> {
    try {
      return await this.#send(part);
    } catch (error) {
      if (['attesa_scaduta', 'interrotta'].includes(reasonOf(error)))
        this.#most = Math.max(fewestAfterTimeout, Math.ceil(part.length / 2));
      throw error;
    }
  }

  #halve(lines: number): void {
    // Who takes no single line takes nothing: the next attempt asks that again.
    this.#tooMany = lines > 1 ? Math.min(this.#tooMany, lines) : Number.POSITIVE_INFINITY;
    this.#most = Math.max(1, Math.floor(lines / 2));
    if (lines === 1) throw new OutgoingError('troppo_grande');
  }
}

/** The lines that are written once more: those without the refused field, where the answer names one. */
function leftOf(
  part: readonly string[],
  { reason, field: named, dropped }: Extract<WriteResult, { kind: 'refused' }>,
  refused: Refused[],
): string[] {
  const [measurement, field] = named ?? [null, null];
  const stripped = named ? part.map(line => withoutField(line, ...named)) : part;
  const lines = stripped.filter((line, index) => line !== part[index]).length;
  if (lines === 0) {
    refused.push({ reason, measurement, field, lines: dropped ?? part.length });
    return [];
  }
  refused.push({ reason, measurement, field, lines });
  return stripped.filter(line => line !== null);
}
