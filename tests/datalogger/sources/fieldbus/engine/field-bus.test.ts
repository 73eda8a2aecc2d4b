import { afterEach, expect, test, vi } from 'vitest';
import { inverterStates, quality } from '../../../../../src/contract/codes';
import { startOfDay } from '../../../../../src/contract/zone';
import { noRecords } from '../../../../../src/datalogger/plant/processing/setup';
import type { Answer, DeviceGroup } from '../../../../../src/datalogger/plant/source';
import { FieldBus } from '../../../../../src/datalogger/sources/fieldbus/engine/field-bus';
import { newRecord } from '../../../../support/config-records';
import { localDial } from '../../../../support/local-guard';
import { type ServedRequest, serveUnits } from '../../../../support/modbus-server';
import { waitMs } from '../../../../support/patience';
import { registerDriver, registerUnit } from '../../../../support/register-driver';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const zone = 'Europe/Rome';
const noonS = startOfDay(zone, 2026, 6, 10) + 12 * 3600;

interface Options {
  readonly units?: readonly number[];
  readonly startS?: number;
  readonly polling?: number;
  readonly timeout?: number;
}

/** Inverters on one line, a second of whose time passes with each step, whatever it takes to answer. */
async function rig({ units = [1], startS = noonS, polling = 5, timeout = 100 }: Options = {}) {
  const served = new Map(units.map(unit => [unit, registerUnit({ serial: unit })]));
  const requests: ServedRequest[] = [];
  const server = await serveUnits(served, 'tcp', request => requests.push(request));
  const time = { s: startS, isNight: false };
  const bus = new FieldBus({
    dial: localDial,
    clock: { monotonic: () => time.s * 1000 },
    driverOf: () => registerDriver,
    around: { nowS: () => time.s, zone: () => zone, isNight: () => time.isNight },
  });
  open.push(bus, { close: () => server.stop() });
  const address = { protocollo: 'sunspec-tcp', host: '127.0.0.1', porta: server.port } as const;
  const rest = { polling, timeout, tentativi: 2 } as const;
  const inverters = units.map(unit => ({
    ...newRecord('inverters', { nome: `I${unit}`, pn: 100, ...address, unita: unit, ...rest }),
    id: unit,
    versione: 1,
  }));
  bus.configure({ ...noRecords, inverters });
  const step = async (seconds: number, each: () => void = () => undefined) => {
    for (; seconds > 0; seconds--) {
      time.s++;
      bus.tick();
      // One of a job's requests follows the other.
      await vi.waitFor(() => expect(bus.units.some(({ isBusy }) => isBusy)).toBe(false), {
        timeout: waitMs,
        interval: 1,
      });
      bus.tick();
      each();
    }
  };
  const answers = (group: DeviceGroup) => bus.answers(time.s).get(group) ?? [];
  const inverter = (unit = 1): Answer | undefined =>
    answers('inverter').find(({ record }) => record === unit);
  return { served, server, requests, time, bus, step, answers, inverter, inverters };
}

const times = (requests: readonly ServedRequest[], from: number, unit = 1) =>
  requests.filter(request => request.from === from && request.unit === unit).length;

test('reads each class as often as it is due, and says what it read', async () => {
  const { step, requests, inverter, answers } = await rig();
  await step(120);
  expect(times(requests, 0), 'identified once').toBe(1);
  expect(times(requests, 10)).toBeGreaterThanOrEqual(23);
  expect(times(requests, 10)).toBeLessThanOrEqual(25);
  expect([8, 9]).toContain(times(requests, 20));
  expect([2, 3]).toContain(times(requests, 30));
  expect(inverter()).toMatchObject({
    isResponding: true,
    state: inverterStates.mppt,
    validS: 30,
    quality: quality.good,
    values: { pac: 50, fac: 50, uab: 400, etot: 1000, riso: 433 },
  });
  expect(answers('mppt')).toMatchObject([{ record: 1, part: 1, validS: 45, values: { i: 12.3 } }]);
});

test('a device that is silent is asked less and less; its first answer restores everything', async () => {
  const { step, requests, inverter, served } = await rig({ units: [1, 2] });
  await step(20);
  const dead = served.get(2);
  if (dead) dead.fault = 'dead';
  await step(15);
  expect(inverter(2)).toMatchObject({ isResponding: false, values: { pac: 50 } });
  requests.length = 0;
  await step(900);
  const asked = requests.filter(({ unit }) => unit === 2).length;
  expect(asked, 'after 10, 10, 10, 10, 20, 40, 60, 60 ... s').toBeGreaterThanOrEqual(16);
  expect(asked).toBeLessThanOrEqual(20);
  expect(times(requests, 10, 1), 'the other is read as before').toBeGreaterThan(170);
  if (dead) dead.fault = null;
  dead?.set({ pac: 61 });
  await step(300);
  expect(inverter(2)).toMatchObject({
    isResponding: true,
    quality: quality.good,
    values: { pac: 61, riso: 433 },
  });
});

test('a line that is down costs nothing and comes back by itself', async () => {
  const { step, server, inverter, requests, time } = await rig({ units: [1, 2] });
  await step(20);
  await server.stop();
  await step(6);
  expect(inverter(1)?.isResponding).toBe(false);
  expect(inverter(2)?.isResponding).toBe(false);
  await server.restart();
  requests.length = 0;
  const from = time.s;
  while (inverter(1)?.isResponding !== true && time.s < from + 100) await step(1);
  expect(time.s - from, 'at most the longest wait after so short a failure').toBeLessThan(20);
  await step(10);
  expect(inverter(2)).toMatchObject({ isResponding: true, quality: quality.good });
});

test('a part that is refused leaves the rest uncertain, and its values are not kept for long', async () => {
  const { step, served, inverter } = await rig();
  await step(5);
  served.get(1)?.registers.delete(30);
  await step(400);
  expect(inverter()).toMatchObject({
    isResponding: true,
    quality: quality.uncertain,
    values: { pac: 50, riso: null },
  });
});

test('the address of a refused part is looked up again: a device was changed', async () => {
  const { step, served, requests, inverter } = await rig();
  await step(5);
  const unit = served.get(1);
  unit?.set({ serial: 99, models: 2 });
  unit?.registers.delete(30);
  await step(1500);
  // At first, when it was changed, and when that was proved.
  expect(times(requests, 0)).toBe(3);
  expect(inverter()?.quality, 'what it has not is not missed').toBe(quality.good);
});

test('an inverter that shows less in the evening keeps its models until noon', async () => {
  const { step, served, bus, time } = await rig({ startS: noonS + 8 * 3600 });
  await step(5);
  const unit = served.get(1);
  unit?.set({ models: 2 });
  unit?.registers.delete(30);
  await step(1500);
  expect(bus.units[0]?.map?.devices[0]?.models).toHaveLength(3);
  time.s = noonS + 86_400;
  await step(900);
  expect(bus.units[0]?.map?.devices[0]?.models).toHaveLength(2);
});

test('says what a device says, however unlikely: the gate of the plant judges it', async () => {
  const { step, served, inverter } = await rig();
  await step(10);
  served.get(1)?.set({ etot: 400, pac: 5000 });
  await step(6);
  expect(inverter()).toMatchObject({ quality: quality.good, values: { etot: 400, pac: 5000 } });
});

test('at night a silent inverter sleeps: it is asked every minute, and keeps what it counted', async () => {
  const { step, served, inverter, requests, time } = await rig();
  const unit = served.get(1);
  unit?.set({ pac: 0.4, state: inverterStates.starting });
  await step(10);
  time.isNight = true;
  if (unit) unit.fault = 'dead';
  await step(60);
  expect(inverter()).toMatchObject({
    isResponding: true,
    state: inverterStates.sleeping,
    quality: quality.uncertain,
    values: { etot: 1000, pac: 0 },
  });
  requests.length = 0;
  await step(1200);
  expect(requests.length).toBeGreaterThanOrEqual(18);
  expect(requests.length).toBeLessThanOrEqual(22);
});

test.each([1, 2, 4])('at night an inverter that answers exception %i sleeps', async code => {
  const { step, served, inverter, answers, time } = await rig();
  const unit = served.get(1);
  unit?.set({ pac: 0.4, state: inverterStates.starting });
  await step(10);
  time.isNight = true;
  if (unit) unit.fault = code;
  await step(60);
  expect(inverter()).toMatchObject({
    isResponding: true,
    state: inverterStates.sleeping,
    values: { etot: 1000, pac: 0 },
  });
  expect(answers('mppt')).toMatchObject([{ isResponding: true }]);
});

test('an inverter that falls silent at night while it feeds does not sleep', async () => {
  const { step, served, inverter, time } = await rig();
  await step(10);
  time.isNight = true;
  const unit = served.get(1);
  if (unit) unit.fault = 'dead';
  await step(60);
  expect(inverter()?.isResponding).toBe(false);
});

test('what is not enabled, not on a network or has no driver is not dialled', async () => {
  const { bus, inverters, server } = await rig();
  const [first] = inverters;
  if (!first) throw new Error('no inverter');
  const not = [
    { abilitato: false },
    { host: '' },
    { protocollo: 'sim' },
    { protocollo: 'modbus-rtu' },
  ] as const;
  bus.configure({ ...noRecords, inverters: not.map((each, id) => ({ ...first, ...each, id })) });
  bus.tick();
  expect(bus.lines).toEqual([]);
  expect(server.opened).toBe(0);
});

test('a change of one record leaves the other devices undisturbed', async () => {
  const { bus, inverters, step, requests } = await rig({ units: [1, 2] });
  await step(10);
  const units = bus.units;
  requests.length = 0;
  bus.configure({
    ...noRecords,
    inverters: inverters.map(each => (each.id === 2 ? { ...each, polling: 60 } : each)),
  });
  await step(60);
  expect(bus.units).toEqual(units);
  expect(times(requests, 0), 'nothing is identified again').toBe(0);
  expect(times(requests, 10, 1)).toBeGreaterThan(10);
  expect(times(requests, 10, 2)).toBeLessThan(4);
});

test('a map that one wrong answer has falsified is corrected after minutes, and proved once', async () => {
  const { step, requests, served } = await rig();
  const [own] = served.values();
  if (!own) throw new Error('no unit');
  const models = 2;
  own.registers.set(models, 1);
  await step(2);
  own.registers.set(models, 3);
  requests.length = 0;
  await step(295);
  expect(times(requests, 30), 'insulation before').toBe(0);
  await step(70);
  expect(times(requests, 30), 'insulation after').toBeGreaterThan(0);
  await step(400);
  expect(times(requests, 0), 'walks').toBe(2);
});
