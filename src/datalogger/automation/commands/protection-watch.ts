import { doublePoint, protectionFunctionCodes, quality } from '../../../contract/codes';
import { ansiNumberOf } from '../../../contract/protection-codes';
import type { DeviceRows, Snapshot } from '../../plant/snapshot';
import type { ProtectionEvent, ProtectionEvents } from '../../storage/jobs/protection-events';

/** An event that is not over. */
interface Running {
  readonly id: number;
  readonly event: ProtectionEvent;
}

/**
 * Writes what the interface protections do to their record: every start of a function and every trip, with value and duration, as precisely
 * as the protections are polled.
 */
export class ProtectionWatch {
  readonly #events: ProtectionEvents;
  readonly #running = new Map<number, Running>();

  constructor(events: ProtectionEvents) {
    this.#events = events;
  }

  /** To be called in every cycle. */
  cycle({ t, groups: { spi } }: Snapshot): void {
    spi.id.forEach((protection, row) => {
      if (spi.q[row] === quality.good) this.#follow(protection, seenOf(spi, row), Math.floor(t));
    });
  }

  #follow(protection: number, seen: Seen, t: number): void {
    const running = this.#running.get(protection);
    if (seen.codes.length === 0) {
      if (!running) return;
      this.#events.change(running.id, { ...running.event, durationS: t - running.event.t });
      this.#running.delete(protection);
      return;
    }
    const before = running?.event;
    const event: ProtectionEvent = {
      t: before?.t ?? t,
      protection,
      // While the switch is open, what started meanwhile says nothing new.
      codes: seen.isTrip || !before ? seen.codes : [...new Set([...before.codes, ...seen.codes])],
      isTrip: seen.isTrip,
      value: before && !seen.isTrip ? furthest(before.value, seen.value, seen.codes[0] ?? '') : seen.value,
      durationS: null,
    };
    if (!running) this.#running.set(protection, { id: this.#events.add(event), event });
    else if (JSON.stringify(event) !== JSON.stringify(before)) {
      this.#events.change(running.id, event);
      this.#running.set(protection, { id: running.id, event });
    }
  }
}

interface Seen extends Pick<ProtectionEvent, 'codes' | 'isTrip' | 'value'> {}

/** What a protection says now: the function that tripped while its switch is open, else those that have started. */
function seenOf({ values }: DeviceRows, row: number): Seen {
  const at = (point: string) => values[point]?.[row] ?? null;
  const tripped = protectionFunctionCodes[(at('intervento') ?? 0) - 1];
  if (tripped !== undefined)
    return { codes: [tripped], isTrip: true, value: thousandths(at('valore_scatto')) };
  const isOpen = at('ddi') === doublePoint.open;
  const bits = at('avviate') ?? 0;
  const codes = isOpen ? [] : protectionFunctionCodes.filter((_, bit) => bits & (1 << bit));
  return { codes, isTrip: false, value: thousandths(measuredOf(codes[0] ?? '', at)) };
}

/** What a function judges, as the protection shows it, in the unit of the threshold. */
function measuredOf(code: string, at: (point: string) => number | null): number | null {
  const number = ansiNumberOf(code);
  if (number === '81') return at('f');
  const percentOf: Readonly<Record<string, string>> = {
    '59.S1': 'u10',
    'U 10 min': 'u10',
    '59N': 'v0',
    '59V0': 'v0',
    '59Vi': 'vi',
    '27Vd': 'vd',
  };
  const percent = at(percentOf[code] ?? (number === '59' || number === '27' ? 'vd' : ''));
  return percent === null ? null : percent / 100;
}

/** The one of two values that is further beyond the threshold. */
function furthest(a: number | null, b: number | null, code: string): number | null {
  if (a === null || b === null) return a ?? b;
  return /^27|</.test(code) ? Math.min(a, b) : Math.max(a, b);
}

const thousandths = (value: number | null) => (value === null ? null : Math.round(value * 1000) / 1000);
