import { deviceStates } from '../../../contract/codes';
import type { Configuration, RecordOf } from '../../../contract/config/kinds';
import { extentOf } from '../../../contract/config/modules';
import type { Answer } from '../../plant/source';
import type { ConfiguredRecord, DeviceDriver, Job, Reading, Registers } from './device-driver';
import type { ReadRequest } from './modbus/read';

type Module = RecordOf<'moduli-io'>;

const bitsPerRegister = 16;

const requestOf = (record: Module): ReadRequest => ({
  unit: record.unita,
  fc: record.funzione,
  from: record.primo,
  count: extentOf(record),
});

const modulesOf = (records: readonly ConfiguredRecord[]): Module[] =>
  records.flatMap(({ kind, record }) => (kind === 'moduli-io' ? [record] : []));

/** The level of each channel, 0 or 1; null where it was not read. */
function levelsOf(record: Module, registers: Registers): number[] | null {
  const { fc, from, count } = requestOf(record);
  const read = registers.at(fc, from, count);
  if (read === null || fc <= 2) return read && [...read];
  return Array.from(
    { length: record.canali },
    (_, channel) => ((read[Math.floor(channel / bitsPerRegister)] ?? 0) >> (channel % bitsPerRegister)) & 1,
  );
}

/** Modules of digital inputs: they say nothing of themselves, so that one that answers where it is configured is the right one. */
export const inputModules: DeviceDriver = {
  async identify(read, { unit, base, records }) {
    for (const record of modulesOf(records)) {
      const reply = await read(requestOf(record));
      if (reply.kind !== 'values') return reply;
    }
    return { kind: 'found', map: { unit, base, devices: [], isWhole: true } };
  },
  jobs(_, configured): Job[] {
    return modulesOf([configured]).map(record => ({
      name: 'inputs',
      class: 'fast',
      isMain: true,
      everyS: record.polling,
      requests: [requestOf(record)],
    }));
  },
  decode(_, configured, registers): Reading[] {
    const common = { group: 'di', job: 'inputs', state: deviceStates.good } as const;
    return modulesOf([configured]).flatMap(record =>
      (levelsOf(record, registers) ?? []).map((raw, channel) => ({
        ...common,
        part: channel + 1,
        values: { raw },
      })),
    );
  },
};

/** The answers of the digital signals: those of their channels, from the answers of the modules. */
export function signalAnswers(configuration: Configuration, ofModules: readonly Answer[]): Answer[] {
  const known = new Map(ofModules.map(answer => [`${answer.record}.${answer.part}`, answer]));
  const modules = new Map(configuration['moduli-io'].map(({ numero, id }) => [numero, id]));
  return configuration['digital-signals'].flatMap(({ id, modulo, canale }) => {
    const answer = known.get(`${modules.get(modulo)}.${canale}`);
    return answer ? [{ ...answer, record: id, part: 0 }] : [];
  });
}
