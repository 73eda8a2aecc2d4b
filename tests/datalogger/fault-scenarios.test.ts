import { setImmediate } from 'node:timers/promises';
import { parse } from 'valibot';
import { expect, test } from 'vitest';
import type { Alarm, AlarmPage } from '../../src/contract/alarms';
import type { Fault } from '../../src/contract/faults';
import { Report } from '../../src/contract/reports';
import type { PlantPlan } from '../../src/datalogger/sources/simulator/plan';
import type { PlantSize } from '../../src/datalogger/sources/simulator/sizes';
import { startDatalogger, type TestDatalogger } from '../support/datalogger';
import { longPatience, rounds } from '../support/long';
import { numbersFrom } from '../support/numbers';
import { clearMorning, plantAt } from './sources/simulator/support';

/*
 * Days with faults by chance, next to a plant with the same weather and no fault: every event is announced by the one alarm that
 * tells its cause, no index is false, and two places never show two figures for one thing.
 */

type Pick = (count: number) => number;
type Range = (low: number, high: number) => number;

/** What may happen, and the code of the alarm that tells it, with its device; empty where no alarm may come. `SPI01 *`: one of each protection. */
interface Event {
  readonly fault: Fault;
  readonly lastsS: number;
  readonly alarm: string;
}

const hourS = 3600;
const dayS = 86_400;
const wholePlant = '-';
/** Seconds from the start of a scenario to each of its midnights. */
const days: readonly number[] = rounds([0], [0, dayS]);
/** As many alarms as one request may acknowledge. */
const mostAtOnce = 100;
/** The clocks advance by this at once. */
const stepS = 60;

type Kind = (plan: PlantPlan, pick: Pick, range: Range) => Event;

const inverterTrip =
  (cause: 'isolation' | 'ground', code: string): Kind =>
  ({ inverters }, pick) => {
    const inverter = pick(inverters.length);
    return { fault: { kind: 'inverter-trip', inverter, cause }, lastsS: hourS, alarm: `${code} ${inverter}` };
  };

const kinds: readonly Kind[] = [
  inverterTrip('isolation', 'INV07'),
  inverterTrip('ground', 'INV08'),
  ({ inverters }, pick) => {
    const inverter = pick(inverters.length);
    return { fault: { kind: 'inverter-silent', inverter }, lastsS: 1800, alarm: `INV02 ${inverter}` };
  },
  ({ strings }, pick) => {
    const string = pick(strings.length);
    return { fault: { kind: 'string-open', string }, lastsS: 1.4 * hourS, alarm: `STR01 ${string}` };
  },
  ({ sensors }, pick) => {
    const sensor = pick(sensors.length);
    return { fault: { kind: 'sensor-silent', sensor }, lastsS: hourS, alarm: `SEN01 ${sensor}` };
  },
  (_plan, _pick, range) => ({
    fault: { kind: 'grid-dip', percent: range(20, 70) },
    lastsS: 3,
    alarm: 'SPI01 *',
  }),
  (_plan, _pick, range) => ({
    fault: { kind: 'grid-swell', percent: range(122, 130) },
    lastsS: 2,
    alarm: 'SPI02 *',
  }),
  (_plan, _pick, range) => ({
    fault: { kind: 'grid-frequency', hertz: range(51.6, 52.5) },
    lastsS: 5,
    alarm: 'SPI03 *',
  }),
  () => ({ fault: { kind: 'remote-trip' }, lastsS: 60, alarm: 'SPI06 *' }),
  (_plan, _pick, range) => ({
    fault: { kind: 'grid-outage' },
    lastsS: range(120, 1800),
    alarm: `GRD01 ${wholePlant}`,
  }),
  // A plant without a controller receives no limit.
  ({ controllers }, _pick, range) => ({
    fault: { kind: 'dso-limit', percent: range(20, 70) },
    lastsS: hourS,
    alarm: controllers.length > 0 ? 'CCI02 1' : '',
  }),
  () => ({ fault: { kind: 'plant-silent' }, lastsS: 900, alarm: `PLT02 ${wholePlant}` }),
];

/** Starts of the events, hours of the local day: far enough apart that one is over before the next one comes. */
const startHours = [8, 10, 12, 14, 16];

interface Scenario {
  readonly at: string;
  readonly events: readonly (Event & { readonly afterS: number })[];
}

function scenarioOf(seed: number, plan: PlantPlan): Scenario {
  const next = numbersFrom(seed);
  const range: Range = (low, high) => low + (high - low) * next();
  const pick: Pick = count => Math.floor(range(0, count)) + 1;
  const day = String(1 + Math.floor(range(0, 27))).padStart(2, '0');
  const month = String(4 + Math.floor(range(0, 5))).padStart(2, '0');
  const events = days.flatMap(midnight =>
    startHours.map(hour => {
      const kind = kinds[pick(kinds.length) - 1] ?? kinds[0];
      if (!kind) throw new Error('no kind of event');
      return {
        ...kind(plan, pick, range),
        afterS: midnight + hour * hourS + stepS * Math.round(range(0, 10)),
      };
    }),
  );
  return { at: `2026-${month}-${day}T00:00:00+02:00`, events };
}

/** One plant and what its API says of it. */
function watched(datalogger: TestDatalogger, at: string) {
  const token = datalogger.login('admin');
  const read = async (path: string) => (await datalogger.request(`/api/${path}`, { token })).json();
  /** The alarms of all pages: when a large plant is silent, each of its devices has one. */
  const all = async (path: string): Promise<readonly Alarm[]> => {
    const rows: Alarm[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: AlarmPage = await read(cursor === '' ? path : `${path}&cursor=${cursor}`);
      rows.push(...page.righe);
      cursor = page.cursor;
    }
    return rows;
  };
  let elapsedS = 0;
  return {
    plant: datalogger.plant,
    async until(afterS: number): Promise<void> {
      for (; elapsedS < afterS; elapsedS += stepS) {
        datalogger.plantClock.advance(stepS * 1000);
        datalogger.bringUpToDate();
        await setImmediate();
      }
    },
    /** Alarms that were announced from a time on, as `code device`. */
    async announced(sinceS: number): Promise<readonly string[]> {
      const from = Date.parse(at) / 1000 + sinceS;
      const rows = await all(`allarmi?stato=storico&da=${Math.floor(from)}`);
      return rows
        .filter(({ causa }) => causa === null)
        .map(({ codice, dispositivo }) => `${codice} ${dispositivo ?? wholePlant}`)
        .sort();
    },
    /** As an operator does: what comes again afterwards is a new alarm. */
    async acknowledge(): Promise<void> {
      const ids = (await all('allarmi?stato=da_riconoscere')).map(({ id }) => id);
      while (ids.length > 0) {
        const json = { id: ids.splice(0, mostAtOnce), nota: '' };
        const { status } = await datalogger.request('/api/allarmi/riconosci', {
          method: 'POST',
          token,
          json,
        });
        expect(status).toBe(200);
      }
    },
    async live(): Promise<(point: string) => number | null> {
      const { colonne } = await read('dati_impianto/RT?m=impianto');
      return point => colonne[point]?.[0] ?? null;
    },
    async report(): Promise<Report> {
      const day = new Date(Date.parse(at) + elapsedS * 1000 + 2 * hourS * 1000).toISOString().slice(0, 10);
      return parse(Report, await read(`report?tipo=giornaliero&d=${day}`));
    },
  };
}

type Watched = ReturnType<typeof watched>;

const sumOf = (values: readonly (number | null)[] = []) =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** Findings of the day that ends: false indices, and figures that two places tell differently. */
async function findingsOfDay(sick: Watched, healthy: Watched): Promise<string[]> {
  const [now, healthyNow, report] = [await sick.live(), await healthy.live(), await sick.report()];
  const { indici, periodo, dati, righe } = report;
  const produced = sumOf(sick.plant.snapshot().groups.inverter.values.eday);
  const truth = (100 * produced) / (healthyNow('eattesa') ?? Number.NaN);
  const isSure = (coverage: number | null) => (coverage ?? 0) >= dati.copertura_certa;
  const isIn = (value: number, least: number, most: number) => value >= least && value <= most;
  const isNear = (a: number | null, b: number | null, tolerance: number) =>
    (a === null && b === null) || (a !== null && b !== null && Math.abs(a - b) <= tolerance);
  const checks: readonly (readonly [isRight: boolean, what: string])[] = [
    [!isSure(periodo.copertura_luce) || (indici.pr !== null && isIn(indici.pr, 50, 105)), `PR ${indici.pr}`],
    [
      !isSure(periodo.copertura_temperatura) || isIn((indici.epi ?? 0) / truth, 0.9, 1.1),
      `EPI ${indici.epi}, in truth ${truth}`,
    ],
    [isNear(indici.energia, now('eday'), 0.2), `energy ${indici.energia} and ${now('eday')}`],
    [
      isNear(indici.energia, sumOf(righe.energia), 1),
      `energy ${indici.energia} and quarters ${sumOf(righe.energia)}`,
    ],
    [isNear(indici.pr, now('pr'), 0.11), `PR ${indici.pr} and ${now('pr')}`],
    [
      isNear(indici.disponibilita, now('disp'), 0.11),
      `availability ${indici.disponibilita} and ${now('disp')}`,
    ],
  ];
  return checks.flatMap(([isRight, what]) => (isRight ? [] : [what]));
}

/** Every protection watches the same grid, and opens a switch of its own. */
const alarmsOf = (alarm: string, protections: readonly number[]) =>
  alarm.endsWith('*') ? protections.map(id => alarm.replace('*', `${id}`)).join() : alarm;

/** What a scenario shows that must not be, one line each. */
async function findingsOf(size: PlantSize, seed: number): Promise<string[]> {
  const { plan } = plantAt(clearMorning, { size });
  const { at, events } = scenarioOf(seed, plan);
  const protections = plan.protections.map((_, index) => index + 1);
  const dataloggers = [
    await startDatalogger({ size, seed, at }),
    await startDatalogger({ size, seed, at }),
  ] as const;
  const [sick, healthy] = [watched(dataloggers[0], at), watched(dataloggers[1], at)];
  try {
    const findings: string[] = [];
    for (const [index, event] of events.entries()) {
      await sick.until(event.afterS);
      sick.plant.inject(event.fault, event.lastsS);
      const next = events[index + 1]?.afterS ?? days.length * dayS;
      const isLast = Math.floor(next / dayS) > Math.floor(event.afterS / dayS);
      const end = isLast ? (Math.floor(event.afterS / dayS) + 1) * dayS - 300 : next - 60;
      await sick.until(end);
      await healthy.until(end);
      // What the plant without the fault announces too is about something else, such as dirt.
      const usual = await healthy.announced(event.afterS);
      const announced = (await sick.announced(event.afterS)).filter(alarm => !usual.includes(alarm));
      if (announced.join() !== alarmsOf(event.alarm, protections))
        findings.push(
          `${at} +${event.afterS} s: ${JSON.stringify(event.fault)} announced ${announced.join(', ')}`,
        );
      await sick.acknowledge();
      await healthy.acknowledge();
      if (!isLast) continue;
      findings.push(...(await findingsOfDay(sick, healthy)).map(finding => `${at} +${end} s: ${finding}`));
    }
    return findings;
  } finally {
    await Promise.all(dataloggers.map(datalogger => datalogger.close()));
  }
}

/** Twenty scenarios on two sizes of plant; a run that is not long has one day of the smallest. */
const scenarios = rounds<readonly (readonly [PlantSize, number])[]>(
  [['small', 1]],
  Array.from({ length: 20 }, (_, index) => [index < 14 ? 'medium' : 'large', index + 1]),
);

test.each(scenarios)(
  '%s, seed %i',
  async (size, seed) => {
    expect(await findingsOf(size, seed)).toEqual([]);
  },
  longPatience.timeout,
);
