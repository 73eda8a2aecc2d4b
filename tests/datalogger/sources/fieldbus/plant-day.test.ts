import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { PlantServer } from '../../../../scripts/plant-server/plant';
import { quality } from '../../../../src/contract/codes';
import type { ConfigKind } from '../../../../src/contract/config/kinds';
import { sunspecDriver } from '../../../../src/datalogger/sources/fieldbus/sunspec/driver';
import { fieldsOf } from '../../../../src/datalogger/storage/measures/kept';
import { openMeasures } from '../../../../src/datalogger/storage/measures/measures';
import { bodyOf } from '../../../support/config-records';
import { startFieldDatalogger } from '../../../support/field-datalogger';
import { isLong, rounds } from '../../../support/long';
import { testMs } from '../../../support/patience';

/*
 * A day of the simulated plant on the wire, in which two of ten inverters are dead and the gateway of the string boxes stalls every
 * hour. The clocks of both go on together, a second when everything that is due in it was answered; time-outs take their real time.
 */

const minute = 60;
const start = rounds('2026-06-10T11:00:00+02:00', '2026-06-10T00:00:00+02:00');
const startS = Date.parse(start) / 1000;
const lastS = startS + rounds(12 * minute, 86_400);
/** Until then every device was found and has answered. */
const heardS = startS + 2 * minute;
const periodS = 5;
/** A day takes most of an hour. */
const patience = { timeout: isLong ? 4 * 3_600_000 : testMs };
const deadUnits = [3, 7];
const isStalled = (t: number) => t % 3600 >= 5 * minute && t % 3600 < 10 * minute;

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

async function plantAndDatalogger() {
  const plant = await PlantServer.start({
    size: 'medium',
    seed: 5,
    startAt: startS,
    hasNaturalFaults: false,
  });
  const dataFolder = mkdtempSync(join(tmpdir(), 'meridiana-'));
  toClose.push(() => rmSync(dataFolder, { recursive: true }));
  toClose.push(() => plant.close());
  const datalogger = await startFieldDatalogger({
    driver: sunspecDriver,
    at: start,
    dataFolder,
    keepsHistory: true,
  });
  toClose.push(() => datalogger.close());
  const kinds: readonly ConfigKind[] = ['inverters', 'box-stringhe', 'contatori', 'sensori', 'trackers'];
  for (const kind of kinds)
    for (const record of plant.configuration[kind])
      await datalogger.add(kind, { ...bodyOf(record), timeout: 100, tentativi: 1 });
  return { plant, datalogger, dataFolder };
}

/** Lets the day pass; returns how old the sample of a living inverter was at most, s. */
async function pass(
  { plant, datalogger }: Awaited<ReturnType<typeof plantAndDatalogger>>,
  living: readonly number[],
) {
  const boxLine = plant.layout.places['box-stringhe'].get(1)?.line ?? -1;
  const dead = Object.fromEntries(deadUnits.map(unit => [`0/${unit}`, 'dead' as const]));
  let oldest = 0;
  for (let t = startS + 1; t <= lastS; t++) {
    plant.faults = { ...dead, ...(isStalled(t) ? { [boxLine]: 'dead' as const } : {}) };
    plant.advance(t);
    await datalogger.pass(1);
    const { id, sampled } = datalogger.plant.snapshot().groups.inverter;
    if (t > heardS)
      for (const each of living) oldest = Math.max(oldest, t - (sampled[id.indexOf(each)] ?? 0));
  }
  return oldest;
}

/** Seconds of each minute in which each of these inverters answered. */
function coveredSeconds(dataFolder: string, inverters: readonly number[]): number[][] {
  const measures = openMeasures(join(dataFolder, 'measures.db'));
  const frames = measures.frames('minute', 'inverter', heardS, lastS - minute);
  measures.close();
  const width = fieldsOf('inverter').length;
  return frames.map(({ ids, values }) => inverters.map(id => values[ids.indexOf(id) * width] ?? 0));
}

test(
  'a day with dead devices and a gateway that stalls: nothing of the others is lost',
  patience,
  async () => {
    const rig = await plantAndDatalogger();
    const { plant, datalogger, dataFolder } = rig;
    const living = plant.own.inverters.map(({ id }) => id).filter(id => !deadUnits.includes(id));
    const oldestS = await pass(rig, living);
    const { id, q, values } = datalogger.plant.snapshot().groups.inverter;
    const counted = new Map(
      plant.source.answers('inverter').map(({ record, values }) => [record, values.etot]),
    );
    for (const each of living)
      expect(Math.abs((values.etot?.[id.indexOf(each)] ?? 0) - (counted.get(each) ?? 0))).toBeLessThan(1);
    for (const each of deadUnits) expect(q[id.indexOf(each)]).toBe(quality.bad);
    await toClose.pop()?.();
    const minutes = coveredSeconds(dataFolder, living);
    const lost = minutes.flat().filter(seconds => seconds < minute).length;
    console.info(
      `${minutes.length} minutes of ${living.length} living inverters, ${lost} lost; oldest sample ${oldestS} s; ${plant.requests} requests`,
    );
    expect(minutes).toHaveLength((lastS - minute - heardS) / minute);
    expect(lost).toBe(0);
    expect(oldestS).toBeLessThan(2 * periodS);
  },
);
