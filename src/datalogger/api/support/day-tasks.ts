import type { Balance } from '../../../contract/balance';
import type { Forecast } from '../../../contract/forecast';
import { type Language, languages } from '../../../contract/languages';
import type { Report } from '../../../contract/reports';
import { dayS, quarterS, startOfLocalDay } from '../../../contract/zone';
import { adviceOf } from '../../alarms/advice';
import { wordOf } from '../../integrations/mail/words';
import { type Costly, lossesOf, nowhere, screenOf } from './day-causes';

export type Task = Balance['fare'][number];

export interface Known {
  /** Epoch seconds. */
  readonly t: number;
  readonly zone: string;
  readonly language: Language;
  readonly report: Report;
  readonly forecast: Forecast;
  /** The alarms that are there and are the consequence of no other. */
  readonly alarms: readonly Costly[];
  /** kWp; null where it is not known. */
  readonly peakKwp: number | null;
  /** Whether the caller may plan maintenance. */
  readonly mayPlan: boolean;
}

/** Tasks that are listed. */
const mostTasks = 5;

/**
 * Hours that a technician works on the spot for an alarm, without the way: estimates, which only put tasks in order. Those of a limit are
 * the minutes in which somebody looks at it.
 */
const usualHours = 2;
const hoursOf: Readonly<Record<string, number>> = {
  INV02: 1,
  INV04: 3,
  INV06: 1,
  INV07: 4,
  INV08: 4,
  INV12: 0.5,
  INV13: 0.5,
  INV15: 0.25,
  INV17: 0.5,
  STR01: 1.5,
  STR04: 1,
  TRK02: 3,
  TRK05: 1,
  SEN02: 0.5,
  SEN03: 1,
  GRD01: 0.5,
};
const limitHours = 0.25;
const stringHours = 1.5;
const belowHours = 3;
/** Of a wash: kWp in an hour, and the least time. */
const washKwpPerHour = 100;
const leastWashHours = 2;
/** Obeying the operator of the grid regains nothing. */
const obeyed = ['CCI02'];
/** Share of the energy of the day from which strings without an alarm, or dirt of unknown cost, are worth a look. */
const leastShare = 0.005;
/** Share of a day below which what it cost so far says nothing of the whole. */
const leastPast = 0.003;

/** What to do: what regains most energy for an hour of work first, then the most urgent that regains none. */
export function tasksOf(known: Known): Task[] {
  const tasks = [...alarmTasks(known), ...quietTasks(known)];
  const perHour = ({ resa, ore }: Task) => (resa ?? 0) / ore;
  return tasks
    .sort((a, b) => perHour(b) - perHour(a) || (a.priorita ?? 5) - (b.priorita ?? 5))
    .slice(0, mostTasks);
}

function alarmTasks(known: Known): Task[] {
  const { alarms, language } = known;
  return alarms
    .filter(({ occurrence: { code } }) => !obeyed.includes(code))
    .flatMap(({ occurrence, kwh }) => {
      const { id, code, subject, priority, begin } = occurrence;
      const action = adviceOf(code, language)?.action;
      if (action === undefined) return [];
      const [first = action] = action.split(/(?<=[.!?])\s+/);
      return taskOf(known, {
        testo: subject.name === '' ? first : `${subject.name}: ${first}`,
        title: wordOf(language, `alarm.${code}.title`),
        resa: kwh === null || kwh <= 0 ? null : ofWholeDay(known, kwh, begin),
        ore: hoursOf[code] ?? usualHours,
        priorita: priority,
        allarme: id,
        gruppo: subject.group,
        dispositivo: subject.device,
      });
    });
}

/** What costs energy and raises no alarm: a limit of the plant's own, weak strings, dirt. */
function quietTasks(known: Known): Task[] {
  const { report, alarms, language, t } = known;
  const day = startOfLocalDay(known.zone, t);
  const least = leastShare * (report.indici.energia ?? 0);
  const hasAlarm = (id: number | null) =>
    alarms.some(({ occurrence: { subject } }) => subject.group === 'inverter' && subject.device === id);
  const word = (key: string) => wordOf(language, `dayBalance.${key}`);
  const losses = lossesOf(report.perdite.tutte);
  const limited = losses.filter(({ causa }) => causa === 'limite_proprio');
  const limitKwh = limited.reduce((sum, { persa }) => sum + persa, 0);
  const tasks = losses
    .filter(({ id, persa }) => persa > least && !hasAlarm(id))
    .flatMap(({ causa, id, nome, persa }) => {
      const resa = ofWholeDay(known, persa, day);
      const strings = { testo: `${nome}: ${word('strings')}`, ore: stringHours, gruppo: 'stringhe' } as const;
      const below = { testo: `${nome}: ${word('below')}`, ore: belowHours, gruppo: 'inverter' } as const;
      if (causa === 'stringhe') return taskOf(known, { ...strings, resa });
      return causa === 'sotto_mediana' ? taskOf(known, { ...below, resa, dispositivo: id }) : [];
    });
  const limit = { testo: word('limit'), resa: ofWholeDay(known, limitKwh, day), ore: limitHours };
  return [
    ...tasks,
    ...(limitKwh > least ? taskOf(known, { ...limit, gruppo: 'inverter' }) : []),
    ...washOf(known, least),
  ];
}

/** A wash, once it costs less than the dirt; where nobody said what it costs, once the dirt takes as much as weak strings. */
function washOf(known: Known, least: number): Task[] {
  const { report, language, peakKwp, t, zone, mayPlan } = known;
  const dirt = report.perdite.tutte.cause.find(({ causa }) => causa === 'sporcamento')?.persa ?? 0;
  const from = report.sporcamento?.conviene ?? null;
  if (dirt <= 0 || (from === null ? dirt <= 4 * least : from > t)) return [];
  const ore = Math.max(leastWashHours, Math.round((peakKwp ?? 0) / washKwpPerHour));
  const resa = ofWholeDay(known, dirt, startOfLocalDay(zone, t));
  return taskOf(known, { testo: wordOf(language, 'dayBalance.wash'), resa, ore, pianifica: mayPlan });
}

type Wanted = Pick<Task, 'testo' | 'resa' | 'ore'> & Partial<Task> & { readonly title?: string };

function taskOf({ language }: Known, { title, ...task }: Wanted): Task[] {
  const hours = quantity(language, task.ore, 'h');
  const words =
    task.resa === null
      ? wordOf(language, 'dayBalance.work', { hours })
      : wordOf(language, 'dayBalance.regain', { energy: quantity(language, task.resa, 'kWh'), hours });
  const nota = title ? `${title}. ${words}` : words;
  const whole = { ...nowhere, priorita: null, pianifica: false, nota, ...task };
  return [{ ...whole, dove: whole.pianifica ? '/config/pianificazioni' : screenOf(whole) }];
}

/** Two digits are known at most. */
const quantity = (language: Language, value: number, unit: string) =>
  `${value.toLocaleString(languages[language].locale, { maximumSignificantDigits: 2, useGrouping: true })}\u00a0${unit}`;

/** kWh of a whole day, of what was lost since `from`: by the light of a clear sky, else by the clock. Null where too little has passed. */
function ofWholeDay(known: Known, kwh: number, from: number): number | null {
  const past = daysUntil(known, known.t) - daysUntil(known, from);
  return past < leastPast ? null : Math.round((10 * kwh) / past) / 10;
}

/** Days until a time: the part of the last one is the share of its light. */
function daysUntil({ zone, forecast: { da, sereno } }: Known, at: number): number {
  const begin = startOfLocalDay(zone, at);
  const days = Math.round(begin / dayS);
  const all = sereno.reduce((sum, kw) => sum + kw, 0);
  if (da === null || all <= 0) return days + (at - begin) / dayS;
  const first = da - startOfLocalDay(zone, da);
  const past = sereno.reduce((sum, kw, index) => {
    const part = (at - begin - first - index * quarterS) / quarterS;
    return sum + kw * Math.min(1, Math.max(0, part));
  }, 0);
  return days + past / all;
}
