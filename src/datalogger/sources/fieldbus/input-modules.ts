import { deviceStates } from '../../../contract/codes';
import type { Configuration, RecordOf } from '../../../contract/config/kinds';
import { extentOf } from '../../../contract/config/modules';
import type { Answer } from '../../plant/source';
import type { ConfiguredRecord, DeviceDriver, Job, Reading, Registers } from './device-driver';
import type { ReadRequest } from './modbus/read';
import { deviceReports } from './profiles/device-reports';
import type { ModuleOutputs } from './profiles/outputs';
import type { Profile } from './profiles/profile';
import { requestOf as requestOfProfile, storedIn } from './profiles/requests';

type Module = RecordOf<'moduli-io'>;

const bitsPerRegister = 16;

/** The outputs of a module, by its profile; null for one that is only read. */
export type OutputsOfRecord = (record: Module) => ModuleOutputs | null;

/** How the channels of a module are read: of outputs, those that the record counts and the profile has. */
function requestOf(record: Module, outputs: ModuleOutputs | null): ReadRequest {
  const { unita: unit, funzione: fc, primo: from, canali } = record;
  if (outputs === null) return { unit, fc, from, count: extentOf(record) };
  return {
    unit,
    fc: outputs.write === 6 ? 3 : 1,
    from: outputs.from,
    count: Math.min(canali, outputs.count),
  };
}

const modulesOf = (records: readonly ConfiguredRecord[]): Module[] =>
  records.flatMap(({ kind, record }) => (kind === 'moduli-io' ? [record] : []));

/** 1 or 0 as an output holds what is written to switch it on or off; null for another number. */
export const levelOf = (held: number | undefined, { on, off }: Pick<ModuleOutputs, 'on' | 'off'>) =>
  held === on ? 1 : held === off ? 0 : null;

/** The level of each channel, 0 or 1, null where it is neither; null as a whole where they were not read. */
function levelsIn(
  record: Module,
  outputs: ModuleOutputs | null,
  registers: Registers,
): (number | null)[] | null {
  const { fc, from, count } = requestOf(record, outputs);
  const read = registers.at(fc, from, count);
  if (read && outputs) return [...read].map(held => levelOf(held, outputs));
  if (read === null || fc <= 2) return read && [...read];
  return Array.from(
    { length: record.canali },
    (_, channel) => ((read[Math.floor(channel / bitsPerRegister)] ?? 0) >> (channel % bitsPerRegister)) & 1,
  );
}

/** The registers of a module's alarms, by its profile. */
const alarmRequests = (profile: Profile | null, unit: number): ReadRequest[] =>
  profile === null
    ? []
    : [...profile.main, ...profile.slow].map(({ from, count }) =>
        requestOfProfile(profile, unit, from, count),
      );

/** Modules of inputs and outputs: they say nothing of themselves, so that one that answers where it is configured is the right one. */
export function createModuleDriver(
  outputsOf: OutputsOfRecord,
  profileOf: (record: Module) => Profile | null = () => null,
): DeviceDriver {
  const asked = (record: Module) => requestOf(record, outputsOf(record));
  return {
    async identify(read, { unit, base, records }) {
      for (const record of modulesOf(records)) {
        const reply = await read(asked(record));
        if (reply.kind !== 'values') return reply;
      }
      return { kind: 'found', map: { unit, base, devices: [], isWhole: true } };
    },
    jobs(_, configured): Job[] {
      const jobsOf = (record: Module): Job[] => [
        { name: 'inputs', class: 'fast', isMain: true, everyS: record.polling, requests: [asked(record)] },
        {
          name: 'alarms',
          class: 'mid',
          isMain: false,
          everyS: record.polling,
          requests: alarmRequests(profileOf(record), record.unita),
        },
      ];
      return modulesOf([configured])
        .flatMap(jobsOf)
        .filter(({ requests }) => requests.length > 0);
    },
    decode(_, configured, registers): Reading[] {
      const common = { group: 'di', job: 'inputs', state: deviceStates.good } as const;
      return modulesOf([configured]).flatMap(record => {
        const profile = profileOf(record);
        const reports = profile ? deviceReports(profile, storedIn(profile, registers)) : undefined;
        return (levelsIn(record, outputsOf(record), registers) ?? []).map((raw, channel) => ({
          ...common,
          part: channel + 1,
          values: { raw },
          ...(reports && { reports }),
        }));
      });
    },
  };
}

/** Modules without a profile. */
export const inputModules = createModuleDriver(() => null);

/** The answers of the digital signals: those of their channels, from the answers of the modules. */
export function signalAnswers(configuration: Configuration, ofModules: readonly Answer[]): Answer[] {
  const known = new Map(ofModules.map(answer => [`${answer.record}.${answer.part}`, answer]));
  const modules = new Map(configuration['moduli-io'].map(({ numero, id }) => [numero, id]));
  return configuration['digital-signals'].flatMap(({ id, modulo, canale }) => {
    const answer = known.get(`${modules.get(modulo)}.${canale}`);
    return answer ? [{ ...answer, record: id, part: 0 }] : [];
  });
}
