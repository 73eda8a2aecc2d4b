import type { Report, ReportStop } from '../../contract/reports';
import { rounded } from '../kpi/indices';
import type { DeviceRows } from '../plant/source';
import type { AlarmStore } from '../store/alarms';
import type { AlarmTime, Span } from '../store/alarms-period';
import type { Frame } from '../store/measures-frame';
import { quarterOf, quarterS } from '../store/measures-rollup';
import { inUnits, readingOf, sumOf } from './reading';

/** Alarms that say that inverters stand still: what stops the whole plant before what stops one inverter. */
const plantStops = ['GRD01', 'GRD02', 'SPI05'];
const inverterStops = ['INV08', 'INV01', 'INV12', 'INV15', 'INV03'];
const limitReceived = 'CCI02';
const mostShown = 50;

/** Expected energy of the plant between two instants, kWh; within a quarter in proportion. Null where none is known. */
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

/** Each time once: what lies within the stop of the whole plant, or of the same inverter by another alarm, is no other stop. */
function withoutRepeats(times: readonly AlarmTime[], until: number): AlarmTime[] {
  const codes = [...plantStops, ...inverterStops];
  const byCause = [...times].sort((a, b) => codes.indexOf(a.code) - codes.indexOf(b.code));
  const taken: AlarmTime[] = [];
  const isWithin = (time: AlarmTime, other: AlarmTime) =>
    (plantStops.includes(other.code) || other.device === time.device) &&
    other.begin <= time.begin &&
    (other.end ?? until) >= (time.end ?? until);
  for (const time of byCause) if (!taken.some(other => isWithin(time, other))) taken.push(time);
  return taken;
}

/** What was expected of what stood still: of one inverter its share by kWp. */
function shareOf(inverters: DeviceRows, { code, device }: AlarmTime): number {
  if (plantStops.includes(code)) return 1;
  const powers = inverters.values.kwp ?? [];
  const all = sumOf(powers) ?? 0;
  return all > 0 ? (powers[inverters.id.indexOf(device ?? -1)] ?? 0) / all : 0;
}

type Stops = Pick<Report, 'fermi' | 'cause' | 'limitazioni' | 'allarmi'>;

/** Alarms, standstills and limits of a time. */
export function stopsOf(
  alarms: Pick<AlarmStore, 'sums' | 'times'>,
  span: Span,
  inverters: DeviceRows,
  expected: Expected,
): Stops {
  const secondsOf = ({ begin, end }: AlarmTime) =>
    Math.max(0, Math.min(end ?? span.until, span.until) - Math.max(begin, span.from));
  /** When it ended, if it did within the period: what comes later changes no report. */
  const endOf = ({ end }: AlarmTime) => (end !== null && end <= span.to ? end : null);
  const times = withoutRepeats(alarms.times([...plantStops, ...inverterStops], span), span.until);
  const stops = times.map((time): ReportStop => {
    const kwh = expected(Math.max(time.begin, span.from), Math.min(time.end ?? span.until, span.until));
    return {
      inizio: time.begin,
      fine: endOf(time),
      codice: time.code,
      gruppo: time.group,
      dispositivo: time.device,
      nome: time.name,
      durata: secondsOf(time),
      persa: rounded(kwh === null ? null : kwh * shareOf(inverters, time), 1),
    };
  });
  const longestFirst = stops.sort((a, b) => b.durata - a.durata);
  return {
    fermi: longestFirst.slice(0, mostShown),
    cause: causesOf(longestFirst),
    limitazioni: alarms
      .times([limitReceived], span)
      .slice(0, mostShown)
      .map(time => ({
        inizio: time.begin,
        fine: endOf(time),
        durata: secondsOf(time),
        limite: rounded(time.value, 1),
      })),
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
