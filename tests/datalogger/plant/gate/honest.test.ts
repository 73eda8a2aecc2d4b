import { expect, test } from 'vitest';
import type { Configuration } from '../../../../src/contract/config/kinds';
import {
  type CounterChange,
  DeviceCounters,
} from '../../../../src/datalogger/plant/counters/device-counters';
import { Gate } from '../../../../src/datalogger/plant/gate/gate';
import { usualLimits } from '../../../../src/datalogger/plant/processing/limits';
import {
  longestFaultDays,
  naturalFaults,
} from '../../../../src/datalogger/sources/simulator/faults/natural-faults';
import { planConfiguration } from '../../../../src/datalogger/sources/simulator/first-plant/first-configuration';
import type { PlantPlan } from '../../../../src/datalogger/sources/simulator/plan';
import { createSimulatedPlant } from '../../../../src/datalogger/sources/simulator/simulated-plant';
import type { PlantSize } from '../../../../src/datalogger/sources/simulator/sizes';
import { isLong, longPatience } from '../../../support/long';

/*
 * A plant that tells the truth is believed: dawn, clouds, clipping, snow, trips and the other natural faults of the simulator. Chosen
 * hours of a year; every day of it in the long tests.
 */

const dayS = 86_400;
/** A counter that answers again after a silence is believed once its readings have come for so long (`confirmedAfterS`), a step later at most. */
const confirmedS = 90;
/** The end of a drift is a jump, which is believed once it has stayed; and an answer stays the last one until the next. */
const afterDriftS = 3600;
const groups = [
  'inverter',
  'mppt',
  'stringhe',
  'tracker',
  'contatori',
  'sensori',
  'spi',
  'cci',
  'di',
] as const;

/** Of the largest plant there are thousands: in its year, with its steps of this length (s), they are asked in every sixth. */
const numerous: readonly string[] = ['mppt', 'stringhe', 'tracker'];
const [numerousFromS, numerousEvery] = [300, 6];

interface Span {
  readonly size: PlantSize;
  readonly seed: number;
  readonly at: string;
  readonly hours: number;
  readonly stepS: number;
}

const chosen: readonly Span[] = [
  { size: 'small', seed: 1, at: '2026-06-10T04:30:00+02:00', hours: 18, stepS: 30 },
  { size: 'small', seed: 2, at: '2026-01-15T07:00:00+01:00', hours: 11, stepS: 15 },
  { size: 'small', seed: 3, at: '2026-12-31T22:00:00+01:00', hours: 12, stepS: 60 },
  { size: 'medium', seed: 4, at: '2026-04-12T11:00:00+02:00', hours: 2, stepS: 10 },
  { size: 'medium', seed: 5, at: '2026-03-29T00:30:00+01:00', hours: 9, stepS: 60 },
  { size: 'xl', seed: 6, at: '2026-06-21T12:00:00+02:00', hours: 0.1, stepS: 15 },
];
/** A year in months, so that each of them can be asked for alone. */
const year: readonly Span[] = (['small', 'medium', 'xl'] as const).flatMap(size =>
  Array.from({ length: 12 }, (_, month) => ({
    size,
    seed: 7,
    at: new Date(Date.UTC(2026, month)).toISOString(),
    hours: (Date.UTC(2026, month + 1) - Date.UTC(2026, month)) / 3_600_000,
    // Devices may be asked every five minutes at most.
    stepS: size === 'xl' ? 300 : 60,
  })),
);

/** The devices of a plan, asked once in a step. */
function askedEvery(stepS: number, { inverters, contatori, ...others }: Configuration): Configuration {
  const every = { polling: stepS };
  return {
    ...others,
    inverters: inverters.map(record => ({ ...record, ...every })),
    contatori: contatori.map(record => ({ ...record, ...every })),
  };
}

/**
 * Whether a natural fault makes a sensor drift at a time: 14 % more than the truth is 112 % of humidity, or modules cleaner than new, and
 * is rightly refused.
 */
function driftsOf(plan: PlantPlan, seed: number, startAt: number, hours: number) {
  const first = Math.floor(startAt / dayS) - longestFaultDays;
  const days = Array.from({ length: longestFaultDays + Math.ceil(hours / 24) + 1 }, (_, at) => first + at);
  const drifts = days.flatMap(day => naturalFaults(plan, seed, day));
  return (sensor: number, t: number) =>
    drifts.some(
      ({ fault, from, to }) =>
        fault.kind === 'sensor-drift' && fault.sensor === sensor && from <= t && t < to + afterDriftS,
    );
}

/** Whether a device is silent at a time, or was so lately that its counter waits to be confirmed. */
function silenceOf(stepS: number) {
  const silentAt = new Map<string, number>();
  return (device: string, isResponding: boolean, t: number): boolean => {
    if (!isResponding) silentAt.set(device, t);
    return t - (silentAt.get(device) ?? Number.NEGATIVE_INFINITY) <= confirmedS + stepS;
  };
}

/** Devices and points that were refused, with their reasons and how often; counters that were announced. */
async function refusalsOf({ size, seed, at, hours, stepS }: Span) {
  const startAt = Date.parse(at) / 1000;
  const plant = createSimulatedPlant({ size, seed, startAt });
  const { facts, site, tilt, azimuth } = plant.plan;
  const setup = {
    configuration: askedEvery(stepS, planConfiguration(plant.plan, startAt)),
    name: facts.name,
    zone: site.zone,
    limits: usualLimits,
    site: { ...site, tilt, azimuth },
  };
  plant.configure(setup);
  const changes: CounterChange[] = [];
  const [gate, counters] = [new Gate(), new DeviceCounters(change => changes.push(change))];
  gate.configure(setup);
  counters.configure(setup);
  const refused = new Map<string, number>();
  const isDrifting = driftsOf(plant.plan, seed, startAt, hours);
  const wasSilent = silenceOf(stepS);
  let answered = 0;
  for (let step = 1; step * stepS <= hours * 3600; step++) {
    plant.advance(startAt + step * stepS, () => undefined);
    for (const group of groups) {
      if (stepS >= numerousFromS && numerous.includes(group) && step % numerousEvery !== 0) continue;
      const said = plant.answers(group);
      const believed = gate.pass(group, said);
      believed.forEach(({ record, isResponding }, index) => {
        if (said[index]?.isResponding && !isResponding) refused.set(`${group}.${record} is silent`, 1);
      });
      const counted =
        group === 'inverter' || group === 'contatori' ? counters.answers(group, believed) : believed;
      answered += counted.length;
      for (const answer of counted) {
        if (group === 'sensori' && isDrifting(answer.record, startAt + step * stepS)) continue;
        const device = `${group}.${answer.record}.${answer.part}`;
        const isBack = wasSilent(device, answer.isResponding, startAt + step * stepS);
        for (const [point, { reason }] of Object.entries(answer.refused ?? {})) {
          if (reason === 'contatore' && isBack) continue;
          const key = `${device} ${point} ${reason}`;
          refused.set(key, (refused.get(key) ?? 0) + 1);
        }
      }
    }
  }
  await plant.close();
  return { answered, refused: [...refused], changes };
}

test.each([...chosen, ...(isLong ? year : [])])(
  'nothing of $size at $at is refused',
  longPatience,
  async span => {
    const { answered, refused, changes } = await refusalsOf(span);
    console.info(`${span.size} from ${span.at}: ${answered} answers of ${span.hours} h, none refused`);
    expect(refused).toEqual([]);
    expect(changes).toEqual([]);
  },
);
