import { setImmediate } from 'node:timers/promises';
import { vi } from 'vitest';
import type { RecordOf } from '../../src/contract/config/kinds';
import { startOfDay } from '../../src/contract/zone';
import { noRecords } from '../../src/datalogger/plant/processing/setup';
import { Diagnostics } from '../../src/datalogger/sources/fieldbus/diagnostics';
import { FieldBus } from '../../src/datalogger/sources/fieldbus/engine/field-bus';
import type { Connection } from '../../src/datalogger/sources/fieldbus/modbus/connection';
import type { ReadReply } from '../../src/datalogger/sources/fieldbus/modbus/read';
import { sunspecDriver } from '../../src/datalogger/sources/fieldbus/sunspec/driver';
import { newRecord } from './config-records';
import { readFrom } from './field-captures';
import { numbersFrom } from './numbers';

/* One line in simulated time: only requests take time, and pauses in which none is due. Needs vitest's `setTimeout`. */

const answerMs = 30;
const zone = 'Europe/Rome';
const base = 40_000;

/** A model: id, length, and words other than 7 by their offset from its id. */
export type TestModel = readonly [id: number, length: number, own?: Readonly<Record<number, number>>];

/** Models of an inverter with two inputs. */
export const inverterModels: readonly TestModel[] = [
  [1, 66],
  [103, 50],
  [120, 26],
  [121, 30],
  [122, 44],
  [123, 24],
  [160, 48],
];

export const chainOf = (models: readonly TestModel[]): number[] => [
  ...[0x5375, 0x6e53],
  ...models.flatMap(([id, length, own = {}]) =>
    Array.from({ length: length + 2 }, (_, offset) => own[offset] ?? [id, length][offset] ?? 7),
  ),
  ...[0xffff, 0],
];

/** The address at which the model `index` of a chain begins. */
export const addressIn = (models: readonly TestModel[], index: number): number =>
  base + chainOf(models.slice(0, index)).length - 2;

interface Options {
  readonly units?: number;
  readonly seed?: number;
  /** Share of lost replies. */
  readonly loss?: number;
  readonly registers?: readonly number[];
  readonly record?: Partial<RecordOf<'inverters'>>;
}

/** Inverters on a line. */
export function lineInMemory({ units = 1, seed = 1, loss = 0, registers, record = {} }: Options = {}) {
  const random = numbersFrom(seed);
  /** `isLost` decides on a request instead of chance; `registers` are what every unit holds. */
  const state = {
    ms: 1000 * (startOfDay(zone, 2026, 6, 10) + 10 * 3600),
    registers: registers ?? chainOf(inverterModels),
    isLost: (_from: number): boolean | null => null,
    isOpen: false,
    /** What a request for a number of registers is answered with instead. */
    answerTo: (_count: number): ReadReply | null => null,
    /** Changes what a request is answered with. */
    alter: (_from: number, _words: Uint16Array): void => undefined,
  };
  let requests = 0;
  const connection: Connection = {
    get isOpen() {
      return state.isOpen;
    },
    close: () => undefined,
    write: async () => ({ kind: 'timeout' }),
    async read(request, timeoutMs): Promise<ReadReply> {
      requests++;
      await setImmediate();
      const isLost = state.isLost(request.from) ?? random() < loss;
      state.ms += isLost ? timeoutMs : answerMs;
      const other = state.answerTo(request.count);
      if (other?.kind === 'timeout' && !isLost) state.ms += timeoutMs;
      if (isLost || other) return other ?? { kind: 'timeout' };
      const reply = await readFrom({ unit: request.unit, base, registers: state.registers })(request);
      if (reply.kind === 'values') state.alter(request.from, reply.values);
      return reply;
    },
  };
  const bus = new FieldBus({
    dial: async () => {
      state.isOpen = true;
      return connection;
    },
    clock: { monotonic: () => state.ms },
    driverOf: () => sunspecDriver,
    around: { nowS: () => Math.floor(state.ms / 1000), zone: () => zone, isNight: () => false },
  });
  const address = { protocollo: 'sunspec-tcp', host: '192.168.10.14', polling: 10, timeout: 1000 } as const;
  const inverters = Array.from({ length: units }, (_, index) => ({
    ...newRecord('inverters', {
      nome: `I${index + 1}`,
      pn: 100,
      ...address,
      unita: index + 1,
      tentativi: 2,
      ...record,
    }),
    id: index + 1,
    versione: 1,
  }));
  bus.configure({ ...noRecords, inverters });
  /** Runs for so long, or until `isDone`; returns how long it took, ms. */
  const run = async (forMs: number, isDone: () => boolean = () => false) => {
    const from = state.ms;
    while (state.ms - from < forMs && !isDone()) {
      bus.tick();
      const [before, beganMs] = [requests, state.ms];
      for (let turn = 0; turn < 4; turn++) await setImmediate();
      if (requests === before) state.ms += 100;
      vi.advanceTimersByTime(state.ms - beganMs);
    }
    return state.ms - from;
  };
  /** The ids of a unit's models, as text. */
  const models = (unit = 1) =>
    bus.units
      .find(each => each.unit === unit)
      ?.map?.devices.flatMap(device => device.models.map(({ id }) => id))
      .join(' ');
  const answers = () => bus.answers(Math.floor(state.ms / 1000)).get('inverter') ?? [];
  /** What the bus screen says of the first unit. */
  const shown = () =>
    new Diagnostics().linesOf(bus, { ms: state.ms, s: state.ms / 1000 }, () => null)[0]?.dispositivi[0];
  return { bus, state, run, models, answers, shown, requests: () => requests };
}
