import type {
  DeviceDriver,
  DeviceMap,
  MappedModel,
  Reading,
} from '../../src/datalogger/sources/fieldbus/device-driver';
import type { ServedUnit } from './modbus-server';

/*
 * The smallest driver: what the engine does with devices can be tested without any model of theirs. Registers: 0 mark, 1 serial number,
 * 2 how many models; 10 power, 11 frequency, 12 voltage (tenths, hundredths, tenths), 13 state, 14 lifetime counter; 20 current of the
 * input; 30 insulation.
 */

export const mark = 0x4d44;

/** What a device of these tests holds. */
export interface Held {
  serial?: number;
  models?: number;
  pac?: number;
  etot?: number;
  state?: number;
}

/** A unit for the test server that holds it; `set` changes it. */
export function registerUnit(held: Held = {}): ServedUnit & { set(changes: Held): void } {
  const registers = new Map<number, number>();
  const set = (changes: Held) => {
    Object.assign(now, changes);
    const { serial, models, pac, etot, state } = now;
    const words = { 0: mark, 1: serial, 2: models, 10: pac * 10, 11: 5000, 12: 4000, 13: state, 14: etot };
    for (const [address, value] of Object.entries(words)) registers.set(Number(address), Math.round(value));
    registers.set(20, 123);
    registers.set(30, 433);
  };
  const now = { serial: 1, models: 3, pac: 50, etot: 1000, state: 4 };
  set(held);
  return { registers, set };
}

export const registerDriver: DeviceDriver = {
  async identify(read, { unit, base }) {
    const reply = await read({ unit, fc: 3, from: 0, count: 3 });
    if (reply.kind !== 'values') return reply;
    const [found, serial, models = 0] = reply.values;
    if (found !== mark) return { kind: 'foreign' };
    const nameplate = { maker: 'Test', model: 'R', version: '1', serial: String(serial) };
    const identity = [{ fc: 3, from: 1, words: [serial ?? 0] }] as const;
    const of = (id: number): MappedModel => ({ id, from: 10 * id, length: 1, said: 1 });
    const map: DeviceMap = {
      unit,
      base,
      devices: [{ nameplate, identity, models: [1, 2, 3].slice(0, models).map(of) }],
      isWhole: true,
    };
    return { kind: 'found', map };
  },
  jobs(map, { kind, record }) {
    const { unit } = map;
    const read = (from: number, count: number) => ({ unit, fc: 3, from, count }) as const;
    if (kind === 'contatori')
      return [
        { name: 'meter', class: 'fast', isMain: true, everyS: record.polling, requests: [read(10, 5)] },
      ];
    if (kind !== 'inverters') return [];
    const has = (id: number) => map.devices[0]?.models.some(model => model.id === id);
    return [
      { name: 'main', class: 'fast', isMain: true, everyS: record.polling, requests: [read(10, 5)] },
      { name: 'input', class: 'mid', isMain: false, everyS: 15, requests: [read(20, 1)] },
      ...(has(3)
        ? ([
            { name: 'insulation', class: 'slow', isMain: false, everyS: 60, requests: [read(30, 1)] },
          ] as const)
        : []),
    ];
  },
  decode(_, { kind }, registers) {
    const [main, input, insulation] = [
      registers.at(3, 10, 5),
      registers.at(3, 20, 1),
      registers.at(3, 30, 1),
    ];
    const [pac = 0, fac = 0, uab = 0, state = 0, etot = 0] = main ?? [];
    const values = {
      pac: pac / 10,
      fac: fac / 100,
      uab: uab / 10,
      etot,
      riso: insulation?.[0] ?? null,
    };
    const readings: Reading[] = [];
    if (kind === 'contatori')
      return main
        ? [
            {
              group: 'contatori',
              part: 0,
              job: 'meter',
              state: 1,
              values: { p: pac / 10, e_imm: etot, e_prel: etot / 2 },
            },
          ]
        : [];
    if (main) readings.push({ group: 'inverter', part: 0, job: 'main', state, values });
    if (input)
      readings.push({
        group: 'mppt',
        part: 1,
        job: 'input',
        state,
        values: { i: (input[0] ?? 0) / 10 },
      });
    return readings;
  },
};
