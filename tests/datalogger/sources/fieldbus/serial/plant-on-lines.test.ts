import { afterEach, expect, test } from 'vitest';
import type { RecordOf } from '../../../../../src/contract/config/kinds';
import { hostClock } from '../../../../../src/datalogger/core/time/clock';
import { SteadyClock } from '../../../../../src/datalogger/core/time/steady-clock';
import { usualLimits } from '../../../../../src/datalogger/plant/processing/limits';
import { noRecords } from '../../../../../src/datalogger/plant/processing/setup';
import type { Answer, DeviceGroup } from '../../../../../src/datalogger/plant/source';
import { driverOf } from '../../../../../src/datalogger/sources/fieldbus/drivers';
import { FieldPlant } from '../../../../../src/datalogger/sources/fieldbus/field-plant';
import { newRecord } from '../../../../support/config-records';
import { captureOf } from '../../../../support/field-captures';
import { localDial } from '../../../../support/local-guard';
import { isLong } from '../../../../support/long';
import { serveUnits } from '../../../../support/modbus-server';
import { numbersFrom } from '../../../../support/numbers';
import { testMs, waitMs } from '../../../../support/patience';
import { type Spoil, serveRtu, spoiledLine } from '../../../../support/serial-lines';

/*
 * A plant of 10 inverters, 3 meters, 8 string boxes and a station on two noisy serial lines at 19,200 baud and one TCP line. Only in the
 * long run, where nothing else runs: beside other tests the servers answer too late for such lines.
 */

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const inverter = captureOf('fimer-pvs175');
const meter = captureOf('measurlogic-dts310');
const box = captureOf('mersen-hmmc6a');
const station = captureOf('rainwise-pvmet');

/** One frame in fifty has a wrong byte, one in fifty is lost. */
function noise(seed: number): Spoil {
  const random = numbersFrom(seed);
  return bytes => {
    const chance = random();
    if (chance < 0.02) return [];
    if (chance > 0.04) return [bytes];
    const spoiled = Buffer.from(bytes);
    const at = Math.floor(random() * spoiled.length);
    spoiled[at] = (spoiled[at] ?? 0) ^ 0x10;
    return [spoiled];
  };
}

const serial = { protocollo: 'sunspec-rtu', baud: 19_200, timeout: 600, polling: 5 } as const;
const on = (near: string) => ({ porta_seriale: near });
const range = (count: number, first = 1) => Array.from({ length: count }, (_, index) => first + index);

async function plant() {
  const lines = await Promise.all([spoiledLine(noise(1)), spoiledLine(noise(2))]);
  const [first, second] = lines;
  if (!first || !second) throw new Error('no lines');
  for (const line of lines) ends.push(() => line.remove());
  const served = (units: readonly number[], capture: typeof inverter) =>
    units.map(unit => [unit, { base: capture.base, registers: capture.registers }] as const);
  ends.push(
    await serveRtu(first.far, Object.fromEntries(served(range(10), inverter))),
    await serveRtu(second.far, Object.fromEntries(served(range(8), box))),
  );
  const tcp = await serveUnits(
    new Map(
      [meter, meter, meter, station].map(({ base, registers }, index) => [
        index + 1,
        { registers: new Map(registers.map((word, at) => [base + at, word])) },
      ]),
    ),
  );
  ends.push(() => tcp.stop());
  const overTcp = { protocollo: 'sunspec-tcp', host: '127.0.0.1', porta: tcp.port, polling: 5 } as const;
  const inverters = range(10).map(
    unita =>
      ({
        ...newRecord('inverters', { ...serial, unita, pn: 185, kwp: 200 }),
        ...on(first.near),
        id: unita,
      }) as RecordOf<'inverters'>,
  );
  const boxes = range(8).map(
    unita =>
      ({
        ...newRecord('box-stringhe', { ...serial, unita, ingressi: 30, inverter: unita }),
        ...on(second.near),
        id: unita,
      }) as RecordOf<'box-stringhe'>,
  );
  const contatori = range(3).map(
    unita => ({ ...newRecord('contatori', { ...overTcp, unita }), id: unita }) as RecordOf<'contatori'>,
  );
  const sensori = [
    {
      ...newRecord('sensori', { ...overTcp, unita: 4, tipo: 'poa', punto: '302.POAI' }),
      id: 1,
    } as RecordOf<'sensori'>,
  ];
  const source = new FieldPlant({ dial: localDial, clock: new SteadyClock(hostClock), driverOf });
  source.configure({
    configuration: { ...noRecords, inverters, 'box-stringhe': boxes, contatori, sensori },
    name: null,
    zone: 'UTC',
    site: null,
    limits: usualLimits,
    commands: false,
  });
  source.start();
  ends.push(() => source.close());
  return source;
}

const groups: readonly (readonly [DeviceGroup, number])[] = [
  ['inverter', 10],
  ['stringhe', 8],
  ['contatori', 3],
  ['sensori', 1],
];

/** The newest values of every device and part, by its name. */
function valuesOf(source: FieldPlant): ReadonlyMap<string, Answer['values']> {
  source.advance(Math.floor(Date.now() / 1000), () => undefined);
  const all = groups.flatMap(([group]) =>
    source.answers(group).map(({ record, part, values }) => [`${group} ${record}.${part}`, values] as const),
  );
  return new Map(all.filter(([, values]) => Object.values(values).some(value => value !== null)));
}

const devicesIn = (values: ReadonlyMap<string, unknown>) =>
  new Set([...values.keys()].map(name => name.replace(/\.\d+$/, ''))).size;

/** How long the lines are watched: two hours, or what `SPAN_MINUTES` says. */
const spanMs = 60_000 * Number(process.env.SPAN_MINUTES ?? 120);
const deviceCount = groups.reduce((sum, [, count]) => sum + count, 0);

test.runIf(isLong)(
  '22 devices on noisy lines: no wrong value, and in the long run none is silent for a minute',
  { timeout: spanMs + testMs },
  async () => {
    const source = await plant();
    const seen = () => devicesIn(valuesOf(source));
    await expect.poll(seen, { timeout: 5 * waitMs }).toBe(deviceCount);
    const powerKw = (inverter.models.find(({ id }) => id === 103)?.points.W as number) / 1000;
    expect(valuesOf(source).get('inverter 1.0')?.pac).toBeCloseTo(powerKw, 3);
    // The registers never change: whatever differs was not read as it is there.
    const first = new Map<string, number>();
    const heapBefore = process.memoryUsage().heapUsed;
    const untilMs = performance.now() + spanMs;
    let wrong = 0;
    let oldestS = 0;
    let lostMinutes = 0;
    while (performance.now() < untilMs) {
      await new Promise(next => setTimeout(next, 1000));
      for (const [name, values] of valuesOf(source))
        for (const [point, value] of Object.entries(values)) {
          if (value === null) continue;
          const known = first.get(`${name} ${point}`);
          if (known === undefined) first.set(`${name} ${point}`, value);
          else if (value !== known) wrong++;
        }
      const nowS = Date.now() / 1000;
      const devices = source.bus.lines().flatMap(({ dispositivi }) => dispositivi);
      expect(devices).toHaveLength(deviceCount);
      const ages = devices.map(({ buona }) => nowS - (buona ?? 0));
      oldestS = Math.max(oldestS, ...ages);
      lostMinutes += ages.filter(ageS => ageS > 60).length / 60;
    }
    const spoiled = source.bus
      .lines()
      .flatMap(({ dispositivi }) => dispositivi)
      .reduce((sum, { scadute, malformate }) => sum + scadute + malformate, 0);
    const grownMb = (process.memoryUsage().heapUsed - heapBefore) / 1e6;
    console.log(
      `${spanMs / 60_000} min: ${first.size} values, ${spoiled} answers lost or spoiled, oldest value ${Math.round(oldestS)} s, ` +
        `${Math.round(lostMinutes)} minutes lost, ${wrong} wrong, heap ${grownMb.toFixed(1)} MB more`,
    );
    expect(wrong).toBe(0);
    expect(oldestS).toBeLessThan(60);
    expect(grownMb).toBeLessThan(30);
  },
);
