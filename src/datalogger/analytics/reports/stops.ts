import type { LossCause } from '../../../contract/loss-causes';
import type { Report, ReportStop } from '../../../contract/reports';
import type { DeviceRows } from '../../plant/snapshot';
import type { AlarmStore } from '../../storage/alarms/alarms';
import type { AlarmTime, Span } from '../../storage/alarms/period';
import { type Agreement, usualAgreement } from '../contract/agreement';
import * as kpi from '../key-figures/formulae';
import { rounded } from '../key-figures/indices';
import { alarmFigures } from './alarm-figures';
import {
  type Explanations,
  inverterStops,
  type Losses,
  type LossSum,
  lossesByCause,
  plantStops,
  type StatedCause,
  stopKey,
} from './losses';
import { sumOf } from './reading';

const stopCodes = [...Object.keys(plantStops), ...Object.keys(inverterStops)];
const limitReceived = 'CCI02';
/** Whether the losses of a time can be explained by alarms of this code. */
export const explainsLosses = (code: string) => code === limitReceived || stopCodes.includes(code);

const mostShown = 50;
const hourS = 3600;

/** Two alarms of one standstill do not end in the same second: a stop is another one when it lasts for this share of it beyond the first. */
const leastBeyond = 0.1;

/** Counts each time only once: a stop inside one of the whole plant, or of the same inverter by another alarm, is left out. */
function withoutRepeats(times: readonly AlarmTime[], until: number): AlarmTime[] {
  const endOf = ({ end }: AlarmTime) => end ?? until;
  const mostTellingFirst = [...times].sort(
    (a, b) =>
      a.begin - b.begin || stopCodes.indexOf(a.code) - stopCodes.indexOf(b.code) || endOf(b) - endOf(a),
  );
  /** By inverter (null: the plant), the end of its stops so far. The stops come in order of their beginning. */
  const stoppedUntil = new Map<number | null, number>();
  return mostTellingFirst.filter(time => {
    const scope = scopeOf(time);
    const counted = Math.max(stoppedUntil.get(null) ?? 0, stoppedUntil.get(scope) ?? 0);
    const beyond = endOf(time) - Math.max(counted, time.begin);
    stoppedUntil.set(scope, Math.max(stoppedUntil.get(scope) ?? 0, endOf(time)));
    return beyond > leastBeyond * (endOf(time) - time.begin);
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
function standstills(stops: readonly AlarmTime[], span: Span, losses: Losses): ReportStop[] {
  const shown = stops.map(
    (time): ReportStop => ({
      ...within(span, time).shown,
      codice: time.code,
      gruppo: time.group,
      dispositivo: time.device,
      nome: time.name,
      persa: kwhOf(losses.byStop.get(stopKey(time))?.wh ?? 0),
    }),
  );
  return shown.sort((a, b) => b.durata - a.durata);
}

/** What was measured of the inverters in a time: what they lost, once it is explained, and what the availability is computed from. */
export interface MeasuredLosses {
  /** €; undefined or null where there is no price. */
  readonly worth?: (time: AlarmTime) => number | null;
  readonly losses: (explanations: Explanations) => Losses;
  readonly inverters: DeviceRows;
  /** kWp s in which inverters ran, and in which they could have run. */
  readonly available: number | null;
  readonly useful: number | null;
  /** Energy that was made, kWh. */
  readonly madeKwh?: number | null;
  readonly agreed?: Agreement;
}

/** What people said: of times, and of alarms by their ids. */
export interface Stated {
  readonly times: readonly StatedCause[];
  readonly alarms: ReadonlyMap<number, LossCause>;
}
const nothingStated: Stated = { times: [], alarms: new Map() };

/** What explains the losses of a time. */
export function explanationsOf(
  alarms: Pick<AlarmStore, 'times'>,
  span: Span,
  stated: Stated = nothingStated,
): Explanations {
  const stops = withoutRepeats(alarms.times(stopCodes, span), span.until).map(stop => {
    const cause = stop.id === undefined ? undefined : stated.alarms.get(stop.id);
    return cause ? { ...stop, cause } : stop;
  });
  const { from, to } = span;
  const times = stated.times.filter(each => each.from < to && each.to > from);
  return { stops, limits: alarms.times([limitReceived], span), stated: times };
}

/** Alarms, standstills, losses and power limits of a time. */
export function stopsOf(
  alarms: Pick<AlarmStore, 'sums' | 'times' | 'announced' | 'waits'>,
  span: Span,
  measured: MeasuredLosses,
  inverters: number,
  stated?: Stated,
): Pick<Report, 'fermi' | 'cause' | 'limitazioni' | 'allarmi' | 'figure_allarmi'> & {
  readonly perdite: StopLosses;
} {
  const explanations = explanationsOf(alarms, span, stated);
  const { stops, limits } = explanations;
  const losses = measured.losses(explanations);
  const listed = standstills(stops, span, losses);
  return {
    figure_allarmi: alarmFigures(
      alarms.announced(span),
      span,
      { stops: listed, inverters },
      alarms.waits(span),
    ),
    fermi: listed.slice(0, mostShown),
    cause: causesOf(listed),
    perdite: lossTable(losses, measured),
    limitazioni: limits.slice(0, mostShown).map(time => ({
      ...within(span, time).shown,
      limite: rounded(time.value, 1),
      persa: kwhOf(losses.byStop.get(stopKey(time))?.wh ?? 0),
      valore: measured.worth?.(time) ?? null,
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

const kwhOf = (wh: number | null) => rounded(wh === null ? null : wh / 1000, 3);

const shownLoss = ({ seconds, wh }: LossSum) => ({
  fermo: rounded(seconds / hourS, 2) ?? 0,
  persa: kwhOf(wh) ?? 0,
});

const causeList = (causes: ReadonlyMap<LossCause, LossSum>) =>
  [...causes].map(([causa, sum]) => ({ causa, ...shownLoss(sum) }));

/** What standstills, orders and silence cost. */
type StopLosses = Omit<Report['perdite'], 'tutte'>;

/** The losses by cause and by inverter, and their sum. */
function lossTable(losses: Losses, measured: MeasuredLosses): StopLosses {
  const byCause = lossesByCause(losses);
  const sum = (of: 'seconds' | 'wh') => [...byCause.values()].reduce((total, each) => total + each[of], 0);
  return {
    ...shownLoss({ seconds: sum('seconds'), wh: sum('wh') }),
    cause: causeList(byCause),
    inverter: [...losses.byDevice].map(([id, causes]) => ({ id, cause: causeList(causes) })),
    disponibilita: rounded(agreedAvailability(losses, byCause, measured), 2),
  };
}

/** The availability in % by the formula that was agreed: without the losses of excluded causes. */
function agreedAvailability(
  losses: Losses,
  byCause: ReadonlyMap<LossCause, LossSum>,
  { inverters, available, useful, madeKwh = null, agreed = usualAgreement }: MeasuredLosses,
): number | null {
  const { formula, excluded } = agreed;
  if (formula === 'energia') {
    const counted = [...byCause].filter(([cause]) => !excluded.includes(cause));
    return kpi.energyAvailability(madeKwh, counted.reduce((total, [, { wh }]) => total + wh, 0) / 1000);
  }
  const excused = [...losses.byDevice].reduce((total, [id, causes]) => {
    const seconds = excluded.map(cause => causes.get(cause)?.seconds ?? 0);
    return total + (kwpOf(inverters, id) ?? 0) * seconds.reduce((all, each) => all + each, 0);
  }, 0);
  return kpi.technicalAvailability(available === null ? null : available + excused, useful);
}

const kwpOf = ({ id, values }: DeviceRows, inverter: number) => values.kwp?.[id.indexOf(inverter)] ?? null;

function causesOf(stops: readonly ReportStop[]): Report['cause'] {
  const codes = [...new Set(stops.map(({ codice }) => codice))];
  return codes
    .map(codice => {
      const same = stops.filter(stop => stop.codice === codice);
      const durata = same.reduce((sum, stop) => sum + stop.durata, 0);
      return { codice, volte: same.length, durata, persa: rounded(sumOf(same.map(({ persa }) => persa)), 3) };
    })
    .sort((a, b) => b.durata - a.durata);
}
