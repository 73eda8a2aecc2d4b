import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { FoundDevice } from '../../../../../src/contract/bus';
import type { RecordOf } from '../../../../../src/contract/config/kinds';
import { hostClock } from '../../../../../src/datalogger/core/time/clock';
import { SteadyClock } from '../../../../../src/datalogger/core/time/steady-clock';
import { usualLimits } from '../../../../../src/datalogger/plant/processing/limits';
import { noRecords } from '../../../../../src/datalogger/plant/processing/setup';
import type { DeviceGroup } from '../../../../../src/datalogger/plant/source';
import { driverOf } from '../../../../../src/datalogger/sources/fieldbus/drivers';
import { FieldPlant } from '../../../../../src/datalogger/sources/fieldbus/field-plant';
import { openPort } from '../../../../../src/datalogger/sources/fieldbus/serial/port';
import { newRecord } from '../../../../support/config-records';
import { captureOf } from '../../../../support/field-captures';
import { localDial } from '../../../../support/local-guard';
import { waitMs } from '../../../../support/patience';
import { serialAddress, serialLine, serveRtu, spoiledLine } from '../../../../support/serial-lines';

/* The registers of real devices, served over serial lines by an RTU server that is not ours (pymodbus). */

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const inverter = captureOf('fimer-pvs175');
const meter = captureOf('measurlogic-dts310');
const pointOf = ({ models }: typeof meter, id: number, point: string) =>
  Number(models.find(model => model.id === id)?.points[point]);

const asked = { protocollo: 'sunspec-rtu', baud: 19_200, timeout: 500, polling: 1 } as const;
// The name of a pseudo terminal is in a folder of its own, which no record may name.
const inverterOn = (near: string, unita: number, id: number) =>
  ({ ...newRecord('inverters', { ...asked, unita }), porta_seriale: near, id }) as RecordOf<'inverters'>;
const meterOn = (near: string, unita: number, id: number) =>
  ({ ...newRecord('contatori', { ...asked, unita }), porta_seriale: near, id }) as RecordOf<'contatori'>;

interface Records {
  readonly inverters?: RecordOf<'inverters'>[];
  readonly contatori?: RecordOf<'contatori'>[];
}

function plantOf(records: Records): FieldPlant {
  const source = new FieldPlant({ dial: localDial, clock: new SteadyClock(hostClock), driverOf });
  source.configure({
    configuration: { ...noRecords, ...records },
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

/** The newest values of a device, when they are still good. */
function valuesOf(source: FieldPlant, group: DeviceGroup, id: number) {
  source.advance(Math.floor(Date.now() / 1000), () => undefined);
  return source.answers(group).find(({ record }) => record === id)?.values;
}

const unitsOfPlant = { 1: inverter, 2: meter };

test('reads an inverter and a meter on one line, and an inverter on a second line at the same time', async () => {
  const [first, second] = await Promise.all([serialLine(), serialLine()]);
  ends.push(
    () => first.remove(),
    () => second.remove(),
  );
  ends.push(await serveRtu(first.far, unitsOfPlant), await serveRtu(second.far, { 7: inverter }));
  const source = plantOf({
    inverters: [inverterOn(first.near, 1, 1), inverterOn(second.near, 7, 2)],
    contatori: [meterOn(first.near, 2, 3)],
  });
  const powerKw = pointOf(inverter, 103, 'W') / 1000;
  await expect.poll(() => valuesOf(source, 'inverter', 1)?.pac, { timeout: waitMs }).toBeCloseTo(powerKw, 3);
  await expect.poll(() => valuesOf(source, 'inverter', 2)?.pac, { timeout: waitMs }).toBeCloseTo(powerKw, 3);
  const meterHz = () => valuesOf(source, 'contatori', 3)?.f;
  await expect.poll(meterHz, { timeout: waitMs }).toBeCloseTo(pointOf(meter, 203, 'Hz'), 2);
  expect(source.bus.lines()).toMatchObject([
    { host: first.near, porta: 0, trama: 'seriale', baud: 19_200, parita: 'N', stop: 1, stato: 'collegata' },
    { host: second.near, stato: 'collegata' },
  ]);
});

test('reads again by itself when a pulled adapter is plugged in', async () => {
  const wire = await serialLine();
  ends.push(() => wire.remove());
  const stop = await serveRtu(wire.far, unitsOfPlant);
  const source = plantOf({ inverters: [inverterOn(wire.near, 1, 1)] });
  const line = () => source.bus.lines()[0];
  const answered = () => line()?.dispositivi[0]?.risposte ?? 0;
  await expect.poll(answered, { timeout: waitMs }).toBeGreaterThan(3);
  await wire.unplug();
  await stop();
  await expect.poll(line, { timeout: waitMs }).toMatchObject({ stato: 'interrotta', causa: 'porta_assente' });
  await wire.plug();
  ends.push(await serveRtu(wire.far, unitsOfPlant));
  const before = answered();
  await expect.poll(answered, { timeout: waitMs }).toBeGreaterThan(before + 3);
  expect(line()).toMatchObject({ stato: 'collegata', causa: null });
});

async function searched(source: FieldPlant, host: string) {
  const found: FoundDevice[] = [];
  const silent: unknown[] = [];
  const progress = {
    at: () => undefined,
    silent: (host: unknown) => silent.push(host),
    found: (device: FoundDevice) => found.push(device),
  };
  const range = { host, trama: 'seriale', baud: 19_200, unita_da: 1, unita_a: 4 } as const;
  await source.bus.scan({ ...range, porta: 502, fino_a: null }, progress, new AbortController().signal);
  expect(silent).toEqual([]);
  // A unit that answers late on a busy machine comes after the others.
  return found
    .map(({ unita, tipo, configurato }) => ({ unita, tipo, configurato: configurato?.id ?? null }))
    .sort((one, other) => one.unita - other.unita);
}

test('opens a port again while its last user still closes it, and refuses one that stays in use', async () => {
  const wire = await serialLine();
  ends.push(() => wire.remove());
  const address = serialAddress(wire.near);
  (await openPort(address)).destroy();
  const open = await openPort(address);
  await expect(openPort(address)).rejects.toMatchObject({ why: 'denied' });
  const later = openPort(address);
  open.destroy();
  (await later).destroy();
});

test('finds the units of a serial port, whether or not devices are configured on it', async () => {
  const wire = await serialLine();
  ends.push(() => wire.remove(), await serveRtu(wire.far, unitsOfPlant));
  const search = (source: FieldPlant) => searched(source, wire.near);
  const meterFound = { unita: 2, tipo: 'contatori', configurato: null };
  const unused = plantOf({});
  // The port of one search is opened again at once, and by another user.
  for (const source of [unused, unused, plantOf({})])
    expect(await search(source)).toEqual([{ unita: 1, tipo: 'inverters', configurato: null }, meterFound]);
  const source = plantOf({ inverters: [inverterOn(wire.near, 1, 5)] });
  await expect
    .poll(() => source.bus.lines()[0]?.dispositivi[0]?.risposte, { timeout: waitMs })
    .toBeGreaterThan(1);
  expect(await search(source)).toEqual([{ unita: 1, tipo: 'inverters', configurato: 5 }, meterFound]);
});

test('the search gives an absent unit a tenth of a second, and asks a unit that answers after that again', async () => {
  const lateMs = 250;
  let asked = 0;
  const wire = await spoiledLine((bytes, towards) => {
    if (towards === 'devices') asked = bytes[0] ?? asked;
    return [towards === 'datalogger' && asked === 1 ? setTimeout(lateMs, bytes) : bytes];
  });
  ends.push(() => wire.remove(), await serveRtu(wire.far, unitsOfPlant));
  const source = plantOf({});
  const found = await searched(source, wire.near);
  expect(found.map(({ unita }) => unita)).toEqual([1, 2]);
  const empty = await serialLine();
  ends.push(() => empty.remove());
  const beganMs = performance.now();
  const silent: unknown[] = [];
  const progress = {
    at: () => undefined,
    silent: (host: unknown) => silent.push(host),
    found: () => undefined,
  };
  const range = { host: empty.near, trama: 'seriale', baud: 19_200, unita_da: 3, unita_a: 42 } as const;
  await source.bus.scan({ ...range, porta: 502, fino_a: null }, progress, new AbortController().signal);
  const tookMs = performance.now() - beganMs;
  console.info(`40 absent units were asked in ${Math.round(tookMs)} ms`);
  expect(silent).toHaveLength(1);
  // At half a second for each it was 21 s.
  expect(tookMs).toBeLessThan(15_000);
});
