import type { Report, ReportStop } from '../../contract/reports';
import { rounded } from '../kpi/indices';
import type { DeviceRows } from '../snapshot';
import type { AlarmStore } from '../store/alarms';
import type { AlarmTime, Span } from '../store/alarms-period';
import type { Frame } from '../store/measures-frame';
import { quarterOf } from '../store/measures-rollup';
import { quarterS } from '../time/zone';
import { inUnits, readingOf, sumOf } from './reading';

/** Alarms that mean that inverters stand still: first those of the whole plant, then those of one inverter. */
const plantStops = ['GRD01', 'GRD02', 'SPI05'];
const inverterStops = ['INV08', 'INV01', 'INV12', 'INV15', 'INV03'];
const limitReceived = 'CCI02';
const mostShown = 50;

/** Expected energy of the plant between two instants, kWh; a part of a quarter counts in proportion. Null where none is known. */
type Expected = (from: number, to: number) => number | null;

export function expectedOf(quarters: readonly Frame[]): Expected {
  let known: ReadonlyMap<number, number | null> | undefined;
  const read = () =>
    new Map(quarters.map(frame => [frame.t, readingOf('impianto', frame)(0, 'eattesa')] as const));
  return (from, to) => {
    known ??= read();
    const parts: (number | null)[] = [];
    for (let t = quarterOf(from); t < to; t += quarterS) {
      const shared = (Math.min(to, t + quarterS) - Math.max(from, t)) / quarterS;
      parts.push(inUnits(known.get(t) ?? null, 1 / shared));
    }
    return sumOf(parts);
  };
}

/** Counts each time only once: a stop inside one of the whole plant, or of the same inverter by another alarm, is left out. */
function withoutRepeats(times: readonly AlarmTime[], until: number): AlarmTime[] {
  const codes = [...plantStops, ...inverterStops];
  const endOf = ({ end }: AlarmTime) => end ?? until;
  const outerFirst = [...times].sort(
    (a, b) => a.begin - b.begin || endOf(b) - endOf(a) || codes.indexOf(a.code) - codes.indexOf(b.code),
  );
  /** By inverter (null: the plant), the end of its stops so far. The stops come in order of their beginning. */
  const stoppedUntil = new Map<number | null, number>();
  return outerFirst.filter(time => {
    const scope = plantStops.includes(time.code) ? null : time.device;
    const known = [stoppedUntil.get(null), stoppedUntil.get(scope)];
    if (known.some(end => end !== undefined && end >= endOf(time))) return false;
    stoppedUntil.set(scope, endOf(time));
    return true;
  });
}

/** Expected energy of what stood still; of one inverter, its share of the plant by kWp. */
function shareOf(inverters: DeviceRows, { code, device }: AlarmTime): number {
  if (plantStops.includes(code)) return 1;
  const powers = inverters.values.kwp ?? [];
  const all = sumOf(powers) ?? 0;
  return all > 0 ? (powers[inverters.id.indexOf(device ?? -1)] ?? 0) / all : 0;
}

/** The part of a stop inside the span; `fine` is null where it ended later or still lasts, so that a report never changes afterwards. */
function within({ from, to, until }: Span, { begin, end }: AlarmTime) {
  const [first, last] = [Math.max(begin, from), Math.min(end ?? until, until)];
  const fine = end !== null && end <= to ? end : null;
  return { first, last, shown: { inizio: begin, fine, durata: Math.max(0, last - first) } };
}

/** The standstills of a time, the longest first. */
function standstills(
  times: readonly AlarmTime[],
  span: Span,
  inverters: DeviceRows,
  expected: Expected,
): ReportStop[] {
  const stops = withoutRepeats(times, span.until).map((time): ReportStop => {
    const { first, last, shown } = within(span, time);
    const kwh = expected(first, last);
    return {
      ...shown,
      codice: time.code,
      gruppo: time.group,
      dispositivo: time.device,
      nome: time.name,
      persa: rounded(kwh === null ? null : kwh * shareOf(inverters, time), 1),
    };
  });
  return stops.sort((a, b) => b.durata - a.durata);
}

/** Alarms, standstills and power limits of a time. */
export function stopsOf(
  alarms: Pick<AlarmStore, 'sums' | 'times'>,
  span: Span,
  inverters: DeviceRows,
  expected: Expected,
): Pick<Report, 'fermi' | 'cause' | 'limitazioni' | 'allarmi'> {
  const times = alarms.times([...plantStops, ...inverterStops], span);
  const stops = standstills(times, span, inverters, expected);
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
