import { setImmediate } from 'node:timers/promises';
import type { InvalidSpan, MarkPreview } from '../../contract/invalid-spans';
import { localDate, startOfDay, startOfLocalDay } from '../../contract/zone';
import type { KeptGroup } from '../storage/measures/kept';
import { keptGroups } from '../storage/measures/kept';
import type { Measures } from '../storage/measures/measures';
import { mendedDay } from '../storage/measures/mend';
import { dayFrames, nextDay, rewritten } from '../storage/measures/rollup';
import type { Span } from '../storage/measures/spans';
import { readingOf } from './reports/reading';

/** Figures of a month of an archive: energy and lost energy, kWh, and revenue, €. */
export type MonthFigures = (
  store: Measures,
  d: string,
) => readonly [(number | null)?, (number | null)?, (number | null)?];

/** A time of a device that is to be marked. */
export type Place = Pick<Span, 'group' | 'device' | 'from' | 'to'>;

interface Options {
  readonly archive: Measures;
  readonly zone: () => string;
  /** Called when the values of [from, to) are others than before. */
  readonly onChange: (from: number, to: number) => void;
}

/**
 * Marks times as invalid and takes the marks back. Days are computed one by one, with everything else in between; what is written at the
 * end is one transaction.
 */
export class InvalidSpans {
  readonly #options: Options;
  #isBusy = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  all(): readonly InvalidSpan[] {
    return this.#options.archive.spans.all().map(wireOf);
  }

  async mark(span: Omit<Span, 'id'>): Promise<InvalidSpan> {
    const { archive } = this.#options;
    let id = 0;
    await this.#change(span, [...archive.spans.all(), { ...span, id }], () => {
      id = archive.spans.add(span);
    });
    return wireOf({ ...span, id });
  }

  async takeBack(span: Span): Promise<void> {
    const { archive } = this.#options;
    const left = archive.spans.all().filter(({ id }) => id !== span.id);
    await this.#change(span, left, () => archive.spans.remove(span.id));
  }

  async #change(place: Place, spans: readonly Span[], write: () => void): Promise<void> {
    const { archive, zone, onChange } = this.#options;
    this.#isBusy = true;
    try {
      const view = archive.supposing(spans);
      const mended: (readonly [KeptGroup, ReturnType<typeof mendedDay>])[] = [];
      for (const t of daysOf(zone(), place)) {
        const end = nextDay(zone(), t);
        // Without a span left, the day is that of the archive.
        const isTouched = spans.some(span => span.from < end && span.to > t);
        for (const group of isTouched ? keptGroups : []) {
          const [day] = archive.frames('day', group, t, t + 1);
          if (day) mended.push([group, mendedDay(view, zone(), group, day, end)]);
          await setImmediate();
        }
      }
      archive.transaction(() => {
        write();
        archive.mendedDays.forget(place.from, place.to);
        for (const [group, frame] of mended) archive.mendedDays.put(group, frame);
        rewritten(archive);
      });
    } finally {
      this.#isBusy = false;
    }
    onChange(place.from, place.to);
  }
}

/** What a mark would change in an archive: its days, one by one, and its months as `monthFigures` has them. */
export function previewOf(
  archive: Measures,
  zone: string,
  place: Place,
  monthFigures: MonthFigures,
): MarkPreview {
  const after = archive.supposing([...archive.spans.all(), { ...place, ...nobody }]);
  const giorni = daysOf(zone, place).map((t): MarkPreview['giorni'][number] => {
    const [before, then] = [archive, after].map(store => energiesOf(store, zone, place, t));
    return {
      d: nameOf(zone, t),
      dispositivo: [before?.own ?? null, then?.own ?? null],
      impianto: [before?.plant ?? null, then?.plant ?? null],
    };
  });
  const mesi = [...new Set(giorni.map(({ d }) => d.slice(0, 7)))].map((d): MarkPreview['mesi'][number] => {
    const [before, then] = [monthFigures(archive, d), monthFigures(after, d)];
    const change = (at: 0 | 1 | 2): [number | null, number | null] => [before[at] ?? null, then[at] ?? null];
    return { d, energia: change(0), persa: change(1), ricavo: change(2) };
  });
  return { giorni, mesi };
}

const nobody = { id: 0, reason: '', by: '', madeAt: 0 };

const wireOf = ({ id, group, device, from, to, reason, by, madeAt }: Span): InvalidSpan => ({
  id,
  gruppo: group as InvalidSpan['gruppo'],
  dispositivo: device,
  da: from,
  a: to,
  motivo: reason,
  utente: by,
  segnato: madeAt,
});

/** The local days that a span touches. */
function daysOf(zone: string, { from, to }: Place): number[] {
  const days: number[] = [];
  for (let t = startOfLocalDay(zone, from); t < to; t = nextDay(zone, t)) days.push(t);
  return days;
}

function nameOf(zone: string, t: number): string {
  const { year, month, day } = localDate(zone, t);
  return new Date(startOfDay('UTC', year, month, day) * 1000).toISOString().slice(0, 10);
}

function energiesOf(store: Measures, zone: string, { group, device }: Place, t: number) {
  const at = (of: KeptGroup, id: number) => {
    const [day] = dayFrames(store, of, zone, t, nextDay(zone, t));
    const row = day?.ids.indexOf(id) ?? -1;
    return day && row >= 0 ? readingOf(of, day)(row, 'eday') : null;
  };
  return { own: group === 'sensori' ? null : at(group, device), plant: at('impianto', 1) };
}
