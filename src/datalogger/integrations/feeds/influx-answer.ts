import type { RefusedLines } from '../../../contract/sharing';
import { OutgoingError } from '../outgoing/guard';
import type { HttpAnswer } from '../outgoing/http';

/** What a database did with a request that reached it. */
export type WriteResult =
  | { readonly kind: 'taken' }
  | { readonly kind: 'too-large' }
  | {
      readonly kind: 'refused';
      readonly reason: RefusedLines['motivo'];
      /** Measurement and field, where the answer names them. */
      readonly field: readonly [measurement: string, field: string] | null;
      /** Lines that the database dropped; null where the answer has no number. */
      readonly dropped: number | null;
    };

/**
 * Reads the answer to a write. InfluxDB 1 answers 400, InfluxDB 2 answers 422 and some releases 500 for a field of another type: the words
 * decide, not the status. Throws `OutgoingError` where a later attempt may succeed.
 */
export function resultOf({ status, body }: HttpAnswer): WriteResult {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 413) return { kind: 'too-large' };
  const dropped = numberIn(/dropped=(\d+)/.exec(body)?.[1]);
  if (/field type conflict/i.test(body)) {
    const [, field, measurement] =
      /input field \\?"([^"\\]+)\\?" on measurement \\?"([^"\\]+)\\?"/.exec(body) ?? [];
    const isNamed = field !== undefined && measurement !== undefined;
    return { kind: 'refused', reason: 'tipo_diverso', field: isNamed ? [measurement, field] : null, dropped };
  }
  if ((status === 400 || status === 422) && /retention/i.test(body))
    return { kind: 'refused', reason: 'conservazione', field: null, dropped };
  if ((status === 400 || status === 422) && /partial write/i.test(body))
    return { kind: 'refused', reason: 'altro', field: null, dropped };
  if (status === 404) throw new OutgoingError('permesso');
  throw new OutgoingError(status === 507 ? 'disco_pieno' : 'protocollo');
}

const numberIn = (text: string | undefined) => (text === undefined ? null : Number(text));
