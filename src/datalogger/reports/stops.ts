import type { Report, ReportStop } from '../../contract/reports';
import { rounded } from '../kpi/indices';
import type { AlarmStore } from '../store/alarms';
import type { AlarmTime, Span } from '../store/alarms-period';
import type { Frame } from '../store/measures-frame';
import { quarterOf } from '../store/measures-rollup';
import { quarterS } from '../time/zone';
import { readingOf, sumOf } from './reading';

/** Alarms that mean that inverters stand still: first those of the whole plant, then those of one inverter. */
const plantStops = [
  ...['EMG01', 'GRD03', 'GRD01', 'GRD02'],
  ...['SPI01', 'SPI02', 'SPI03', 'SPI04', 'SPI06', 'SPI05'],
];
const inverterStops = ['INV08', 'INV07', 'INV01', 'INV12', 'INV15', 'INV03'];
const limitReceived = 'CCI02';
const mostShown = 50;

/** Until when the stops of each inverter (null: of the whole plant) are already counted, epoch seconds. */
type CountedUntil = ReadonlyMap<number | null, number>;

/**
 * Energy that inverters lost while they stood still between two instants, kWh: of one, or of all (null). What is already counted of an
 * inverter is left out. Null where nothing is known.
 */
export type Lost = (from: number, to: number, device: number | null, counted: CountedUntil) => number | null;

/**
 * The loss as the archive has it (`inverter.persa`: at most what was expected, nothing of what runs), so that the standstills of a
 * report add up to no more than its lost energy. `quartersOf` gives the quarters of the inverters between two instants.
 */
export function lostIn(quartersOf: (from: number, to: number) => readonly Frame[]): Lost {
  return (from, to, device, counted) =>
    sumOf(
      quartersOf(quarterOf(from), to).flatMap(frame => {
        const read = readingOf('inverter', frame);
        return frame.ids.flatMap((id, index) => {
          if (device !== null && id !== device) return [];
          const first = Math.max(from, frame.t, countedUntil(counted, id));
          const sharedS = Math.max(0, Math.min(to, frame.t + quarterS) - first);
          return lostOf(read(index, 'persa'), read(index, 'fermo'), sharedS);
        });
      }),
    );
}

/** An inverter is counted with its own stops and with those of the whole plant. */
const countedUntil = (counted: CountedUntil, id: number | null) =>
  Math.max(counted.get(null) ?? Number.NEGATIVE_INFINITY, counted.get(id) ?? Number.NEGATIVE_INFINITY);

/** What of a quarter's loss fell into `sharedS` of it, when it was lost in `stoppedS`. */
function lostOf(kwh: number | null, stoppedS: number | null, sharedS: number): number | null {
  return kwh === null || !stoppedS ? kwh : kwh * Math.min(1, sharedS / stoppedS);
}

/** A standstill, and what earlier ones count already of its inverters. */
interface Standstill {
  readonly time: AlarmTime;
  readonly counted: CountedUntil;
}

/** Counts each time only once: a stop inside one of the whole plant, or of the same inverter by another alarm, is left out. */
function withoutRepeats(times: readonly AlarmTime[], until: number): Standstill[] {
  const codes = [...plantStops, ...inverterStops];
  const endOf = ({ end }: AlarmTime) => end ?? until;
  const outerFirst = [...times].sort(
    (a, b) => a.begin - b.begin || endOf(b) - endOf(a) || codes.indexOf(a.code) - codes.indexOf(b.code),
  );
  /** By inverter (null: the plant), the end of its stops so far. The stops come in order of their beginning. */
  const stoppedUntil = new Map<number | null, number>();
  return outerFirst.flatMap(time => {
    const scope = scopeOf(time);
    if (countedUntil(stoppedUntil, scope) >= endOf(time)) return [];
    const counted = new Map(stoppedUntil);
    stoppedUntil.set(scope, endOf(time));
    return [{ time, counted }];
  });
}

/** The inverter that stands still; null for all of them. */
const scopeOf = ({ code, device }: AlarmTime) => (plantStops.includes(code) ? null : device);

/** The part of a stop inside the span; `fine` is null where it ended later or still lasts, so that a report never changes afterwards. */
function within({ from, to, until }: Span, { begin, end }: AlarmTime) {
  const [first, last] = [Math.max(begin, from), Math.min(end ?? until, until)];
  const fine = end !== null && end <= to ? end : null;
  return { first, last, shown: { inizio: begin, fine, durata: Math.max(0, last - first) } };
}

/** The standstills of a time, the longest first. */
function standstills(times: readonly AlarmTime[], span: Span, lost: Lost): ReportStop[] {
  const stops = withoutRepeats(times, span.until).map(({ time, counted }): ReportStop => {
    const { first, last, shown } = within(span, time);
    return {
      ...shown,
      codice: time.code,
      gruppo: time.group,
      dispositivo: time.device,
      nome: time.name,
      persa: rounded(lost(first, last, scopeOf(time), counted), 1),
    };
  });
  return stops.sort((a, b) => b.durata - a.durata);
}

/** Alarms, standstills and power limits of a time. */
export function stopsOf(
  alarms: Pick<AlarmStore, 'sums' | 'times'>,
  span: Span,
  lost: Lost,
): Pick<Report, 'fermi' | 'cause' | 'limitazioni' | 'allarmi'> {
  const times = alarms.times([...plantStops, ...inverterStops], span);
  const stops = standstills(times, span, lost);
  const limits = alarms.times([limitReceived], span).slice(0, mostShown);
  return {
    fermi: stops.slice(0, mostShown),
    cause: causesOf(stops),
    limitazioni: limits.map(time => ({ ...within(span, time).shown, limite: rounded(time.value, 1) })),
    allarmi: alarms.sums(span).map(({ code, priority, occurrences, devices, seconds }) => ({
      codice: code,
      priorita: priority,
      volte: occurrences,
      dispositivi: devices,
      durata: seconds,
    })),
  };
}

function causesOf(stops: readonly ReportStop[]): Report['cause'] {
  const codes = [...new Set(stops.map(({ codice }) => codice))];
  return codes
    .map(codice => {
      const same = stops.filter(stop => stop.codice === codice);
      const durata = same.reduce((sum, stop) => sum + stop.durata, 0);
      return { codice, volte: same.length, durata, persa: rounded(sumOf(same.map(({ persa }) => persa)), 1) };
    })
    .sort((a, b) => b.durata - a.durata);
}
