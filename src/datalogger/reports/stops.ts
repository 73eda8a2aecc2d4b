import type { Report, ReportStop } from '../../contract/reports';
import * as kpi from '../kpi/formulae';
import { rounded } from '../kpi/indices';
import type { DeviceRows } from '../snapshot';
import type { AlarmStore } from '../store/alarms';
import type { AlarmTime, Span } from '../store/alarms-period';
import { alarmFigures } from './alarm-figures';
import { inverterStops, type Losses, type LossSlot, lossesOf, plantStops } from './losses';
import { sumOf } from './reading';

const stopCodes = [...Object.keys(plantStops), ...Object.keys(inverterStops)];
const limitReceived = 'CCI02';
const mostShown = 50;
const hourS = 3600;

/** Counts each time only once: a stop inside one of the whole plant, or of the same inverter by another alarm, is left out. */
function withoutRepeats(times: readonly AlarmTime[], until: number): AlarmTime[] {
  const endOf = ({ end }: AlarmTime) => end ?? until;
  const outerFirst = [...times].sort(
    (a, b) =>
      a.begin - b.begin || endOf(b) - endOf(a) || stopCodes.indexOf(a.code) - stopCodes.indexOf(b.code),
  );
  /** By inverter (null: the plant), the end of its stops so far. The stops come in order of their beginning. */
  const stoppedUntil = new Map<number | null, number>();
  return outerFirst.filter(time => {
    const scope = scopeOf(time);
    const counted = Math.max(stoppedUntil.get(null) ?? 0, stoppedUntil.get(scope) ?? 0);
    if (counted >= endOf(time)) return false;
    stoppedUntil.set(scope, endOf(time));
    return true;
  });
}

/** The inverter that stands still; null for all of them. */
const scopeOf = ({ code, device }: AlarmTime) => (code in plantStops ? null : device);

/** The part of a stop inside the span; `fine` is null where it ended later or still lasts, so that a report never changes afterwards. */
function within({ from, to, until }: Span, { begin, end }: AlarmTime) {
  const [first, last] = [Math.max(begin, from), Math.min(end ?? until, until)];
  const fine = end !== null && end <= to ? end : null;
  return { first, last, shown: { inizio: begin, fine, durata: Math.max(0, last - first) } };
}

/** The standstills of a time, the longest first. */
function standstills(stops: readonly AlarmTime[], span: Span, losses: Losses | null): ReportStop[] {
  const shown = stops.map(
    (time): ReportStop => ({
      ...within(span, time).shown,
      codice: time.code,
      gruppo: time.group,
      dispositivo: time.device,
      nome: time.name,
      persa: rounded(losses?.byStop.get(time)?.kwh ?? null, 1),
    }),
  );
  return shown.sort((a, b) => b.durata - a.durata);
}

/** What was measured of the inverters in a time: the slots in which something was lost, and what the availability is computed from. */
export interface MeasuredLosses {
  readonly slots: readonly LossSlot[];
  readonly inverters: DeviceRows;
  /** kWp s in which inverters ran, and in which they could have run. */
  readonly available: number | null;
  readonly useful: number | null;
}

/** Alarms, standstills, losses and power limits of a time; `measured` null: what was lost is not divided. */
export function stopsOf(
  alarms: Pick<AlarmStore, 'sums' | 'times' | 'announced'>,
  span: Span,
  measured: MeasuredLosses | null,
  inverters: number,
): Pick<Report, 'fermi' | 'cause' | 'perdite' | 'limitazioni' | 'allarmi' | 'figure_allarmi'> {
  const stops = withoutRepeats(alarms.times(stopCodes, span), span.until);
  const limits = alarms.times([limitReceived], span);
  const losses = measured && lossesOf(measured.slots, { stops, limits });
  const listed = standstills(stops, span, losses);
  return {
    figure_allarmi: alarmFigures(alarms.announced(span), span, { stops: listed, inverters }),
    fermi: listed.slice(0, mostShown),
    cause: causesOf(listed),
    perdite: losses && lossTable(losses, measured),
    limitazioni: limits.slice(0, mostShown).map(time => ({
      ...within(span, time).shown,
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

/** The causes with what they cost, and their sum of what is shown, so that it adds up. */
function lossTable({ byCause, standstills: bySource }: Losses, measured: MeasuredLosses): Report['perdite'] {
  const cause = [...byCause]
    .map(([causa, { seconds, kwh }]) => ({
      causa,
      fermo: rounded(seconds / hourS, 2) ?? 0,
      persa: rounded(kwh, 1) ?? 0,
    }))
    .filter(({ fermo, persa }) => fermo > 0 || persa > 0);
  const sum = (of: 'fermo' | 'persa') => cause.reduce((total, each) => total + each[of], 0);
  const { inverters, available, useful } = measured;
  const excused = (['rete', 'interfaccia'] as const)
    .flatMap(name => [...(bySource.get(name) ?? [])])
    .reduce((total, [id, seconds]) => total + (kwpOf(inverters, id) ?? 0) * seconds, 0);
  const counted = available === null ? null : available + excused;
  return {
    fermo: rounded(sum('fermo'), 2) ?? 0,
    persa: rounded(sum('persa'), 1) ?? 0,
    cause,
    disponibilita: rounded(kpi.technicalAvailability(counted, useful), 2),
  };
}

const kwpOf = ({ id, values }: DeviceRows, inverter: number) => values.kwp?.[id.indexOf(inverter)] ?? null;

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
