import type { BackupContent } from '../../../contract/backup';
import { configKinds } from '../../../contract/config/kinds';
import type { PresentRecords } from '../config/versions';
import { configurationOf, type Sources } from './content';

/*
 * A version of the configuration as records, by the paths that the audit log and the differences use. Log book and fiscal readings are
 * no configuration, and what is secret, accounts among it, is in no version.
 */

type Value = unknown;
const plantPath = 'impianto/1';
const schedulesPath = 'pianificazioni';
const rulePrefix = 'config/allarmi/';
const profilePrefix = 'bus/profili/';
const languagePrefix = 'lingue/';
const feedPrefix = 'condivisione-dati/';

/** Settings that are one record each. */
const settings = {
  'condivisione-dati': 'condivisione',
  'sistema/posta': 'posta',
  'sistema/notifiche': 'notifiche',
  'sistema/webhook': 'webhook',
  'sistema/syslog': 'syslog',
  sistema: 'sistema',
  'bus/server': 'modbus',
  'impianto/1/logo': 'logo',
} as const satisfies Record<string, keyof BackupContent>;

/** The records of the present configuration, each as JSON. */
export function presentRecords(sources: Omit<Sources, 'jobs'>): PresentRecords {
  const content = configurationOf(sources);
  const { impianto, knx, dyn_dns, ups, gruppo_continuita, pianificazioni } = content;
  const plant = { impianto, knx, dyn_dns, ups, gruppo_continuita };
  const named = (prefix: string, records: object = {}) =>
    Object.entries(records).map(([name, record]): [string, Value] => [`${prefix}${name}`, record]);
  const all: [string, Value][] = [
    [plantPath, plant],
    ...configKinds.flatMap(kind =>
      content.dispositivi[kind].map((record): [string, Value] => [`config/${kind}/${record.id}`, record]),
    ),
    ...named(rulePrefix, content.allarmi),
    [schedulesPath, pianificazioni],
    ...Object.entries(settings).map(([path, name]): [string, Value] => [path, content[name]]),
    ...named(feedPrefix, content.flussi),
    ...named(profilePrefix, content.profili),
    ...named(languagePrefix, content.lingue),
  ];
  return all.flatMap(([path, value]) =>
    value === undefined ? [] : [[path, () => JSON.stringify(value)] as const],
  );
}

/** The content that records make, as a file has it: it is checked like one, as an earlier release may have written it. */
export function contentOfRecords(records: ReadonlyMap<string, string>): Record<string, unknown> {
  const read = (path: string): unknown => JSON.parse(records.get(path) ?? 'null');
  const below = (prefix: string) =>
    [...records.keys()]
      .filter(path => path.startsWith(prefix))
      .map(path => [path.slice(prefix.length), read(path)]);
  const devices = configKinds.map(kind => [
    kind,
    below(`config/${kind}/`)
      .map(([, record]) => record)
      .sort((one, other) => idOf(one) - idOf(other)),
  ]);
  const plant = read(plantPath);
  const present = Object.entries(settings).filter(([path]) => records.has(path));
  return {
    ...(typeof plant === 'object' ? plant : {}),
    dispositivi: Object.fromEntries(devices),
    allarmi: Object.fromEntries(below(rulePrefix)),
    pianificazioni: read(schedulesPath),
    ...Object.fromEntries(present.map(([path, name]) => [name, read(path)])),
    flussi: Object.fromEntries(below(feedPrefix)),
    profili: Object.fromEntries(below(profilePrefix)),
    lingue: Object.fromEntries(below(languagePrefix)),
  };
}

const idOf = (record: unknown) =>
  typeof record === 'object' && record !== null && 'id' in record ? Number(record.id) : 0;

/** Whether a record belongs to an object of the differences. Schedules have no lasting number: they are one object. */
const isOf = (path: string, object: string) =>
  path === object ||
  (path === schedulesPath && object.startsWith(`${schedulesPath}/`)) ||
  (object === 'bus/profili' && path.startsWith(profilePrefix)) ||
  (object === 'lingue' && path.startsWith(languagePrefix));

/** The present records with only these objects as they were. */
export function recordsWith(
  present: ReadonlyMap<string, string>,
  then: ReadonlyMap<string, string>,
  objects: readonly string[],
): Map<string, string> {
  const isChosen = (path: string) => objects.some(object => isOf(path, object));
  return new Map([
    ...[...present].filter(([path]) => !isChosen(path)),
    ...[...then].filter(([path]) => isChosen(path)),
  ]);
}
