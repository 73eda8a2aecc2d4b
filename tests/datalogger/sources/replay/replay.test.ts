import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PlantServer } from '../../../../scripts/plant-server/plant';
import type { RegistersAnswer } from '../../../../src/console/data/bus-registers';
import { readChain, withoutSerials } from '../../../../src/console/screens/configuration/fieldbus/dump';
import type { Configuration } from '../../../../src/contract/config/kinds';
import { Table } from '../../../../src/contract/measures';
import { roundPoint } from '../../../../src/datalogger/api/support/measures-live';
import { noRecords } from '../../../../src/datalogger/plant/processing/setup';
import type { DeviceRows } from '../../../../src/datalogger/plant/snapshot';
import { dialThrough } from '../../../../src/datalogger/sources/fieldbus/modbus/connection';
import { recordedPlant } from '../../../../src/datalogger/sources/replay/recorded-plant';
import { captureOf } from '../../../support/field-captures';
import { wiredPlant } from '../../../support/field-over-wire';
import { localGuard } from '../../../support/local-guard';
import { waitMs } from '../../../support/patience';
import { type RunningProgram, runProgram, startProgram } from '../../../support/program';

const noonS = Date.parse('2026-06-10T12:00:00+02:00') / 1000;
let folder: string;
const toClose: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meridiana-'));
});
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true });
});

function fileWith(content: unknown, name = 'dump.json'): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

async function replayed(file: string): Promise<RunningProgram> {
  const program = await runProgram(join(folder, 'data'), { SOURCE: `replay:${file}`, PLANT: '' });
  toClose.push(() => program.child.kill('SIGKILL'));
  return program;
}

/** The only line of a start that was refused. */
async function refused(file: string): Promise<string> {
  const environment = { DATA_DIR: join(folder, 'data'), SOURCE: `replay:${file}`, PLANT: '' };
  const { code, err, out } = await startProgram(environment).ended;
  expect(code).toBe(1);
  expect(out).not.toContain('Meridiana is at');
  expect(err).toMatch(/^meridiana: [^\n]+\n$/);
  return err;
}

/** The rows of a group as the console gets them. */
async function rowsOf({ call }: RunningProgram, group: string): Promise<Record<string, unknown>[]> {
  const answer = await call(`dati_impianto/RT?m=${group}`);
  const { colonne } = v.parse(Table, await answer.json());
  return (colonne.id ?? []).map((_, row) =>
    Object.fromEntries(Object.entries(colonne).map(([name, values]) => [name, values[row]])),
  );
}

/** What the register viewer saves of a unit of the plant server. */
async function dumpOf(server: PlantServer, unit: number, line = 0) {
  const connection = await dialThrough(localGuard)(
    { host: '127.0.0.1', port: server.ports[line] ?? 0, framing: 'tcp' },
    waitMs,
  );
  const chain = await readChain(
    async (from, count): Promise<Omit<RegistersAnswer, 'points'>> => {
      const reply = await connection.read({ unit, fc: 3, from, count }, waitMs);
      const values = reply.kind === 'values' ? [...reply.values] : null;
      return { cause: values ? '' : 'eccezione', code: null, values, ms: 1 };
    },
    () => undefined,
  );
  connection.close();
  if (!chain) throw new Error('no chain');
  const { base, registers } = chain;
  const time = new Date(noonS * 1000).toISOString();
  return { name: `127.0.0.1-${unit}`, unit, base, time, registers: withoutSerials(registers) };
}

const names = ['pac', 'qac', 'uab', 'ia', 'fac', 'pdc', 'udc', 'etot', 'tcab', 'riso', 'evt'] as const;
/** As the API gives it. */
const shown = (name: (typeof names)[number], value: number | null | undefined) =>
  typeof value === 'number' ? roundPoint('inverter', name, value, null) : null;
const columns = (rows: DeviceRows) => names.map(name => [name, shown(name, rows.values[name]?.[0])]);

test('the dump of a device shows the same figures as the device', async () => {
  const server = await PlantServer.start({ size: 'small', seed: 3, startAt: noonS, hasNaturalFaults: false });
  toClose.push(() => server.close());
  const { unita = 1 } = server.configuration.inverters[0] ?? {};
  const inverters = server.configuration.inverters.slice(0, 1);
  const only: Configuration = { ...noRecords, inverters };
  const wired = wiredPlant('small', only, { startAt: noonS });
  toClose.push(() => wired.close());
  await expect
    .poll(() => wired.plant.snapshot().groups.inverter.values.riso?.[0], { timeout: waitMs })
    .toBeTypeOf('number');
  const own = columns(wired.plant.snapshot().groups.inverter);
  expect(own.every(([, value]) => typeof value === 'number')).toBe(true);

  const program = await replayed(fileWith(await dumpOf(server, unita)));
  await expect
    .poll(async () => (await rowsOf(program, 'inverter'))[0]?.riso, { timeout: waitMs })
    .toBeTypeOf('number');
  const [row = {}] = await rowsOf(program, 'inverter');
  expect(names.map(name => [name, row[name]])).toEqual(own);
  const [general, inputs] = [await program.call('auth/generale/1'), await rowsOf(program, 'mppt')];
  expect(await general.json()).toMatchObject({ simulato: true });
  expect(inputs.length).toBe(inverters[0]?.mppt);
});

test('several dumps are one plant: inverters, meters, string boxes and sensors, each with its values', async () => {
  const names = ['fimer-pvs175', 'veris-e51c2', 'mersen-hmmc6a', 'rainwise-pvmet'];
  const program = await replayed(fileWith(names.map(captureOf)));
  for (const [group, point] of [
    ['inverter', 'pac'],
    ['contatori', 'p'],
    ['stringhe', 'i'],
    ['sensori', 'v'],
  ] as const)
    await expect
      .poll(async () => (await rowsOf(program, group)).some(row => typeof row[point] === 'number'), {
        timeout: waitMs,
      })
      .toBe(true);
  const [inverter] = await rowsOf(program, 'inverter');
  const golden = captureOf('fimer-pvs175').models.find(({ id }) => id === 103)?.points.W;
  expect(inverter?.pac).toBeCloseTo(Number(golden) / 1000, 1);
  program.child.kill('SIGTERM');
  await program.ended;
  const other = fileWith(captureOf('fronius-ig-plus'), 'another.json');
  expect(await refused(other)).toContain('holds the data of another recording');
});

test('a file that is not a dump is refused with what is wrong in it, and the start ends with one line', async () => {
  const { registers, ...rest } = captureOf('veris-e51c2');
  const refusal = (content: unknown) =>
    recordedPlant(fileWith(content, 'bad.json')).then(String, (error: Error) => error.message);
  expect(await refusal('{"name": "cut off", "regis')).toContain('bad.json is no dump of the register viewer');
  expect(await refusal(rest)).toContain('registers');
  expect(await refusal({ ...rest, registers: [...registers, 70_000] })).toContain(
    `registers.${registers.length}`,
  );
  expect(
    await refusal([
      { ...rest, registers },
      { ...rest, registers, unit: 300 },
    ]),
  ).toContain('1.unit');
  expect(await refusal({ ...rest, registers: registers.map(() => 0) })).toContain('has no SunSpec models');
  expect(await refused(join(folder, 'none.json'))).toContain('none.json cannot be read');
});
