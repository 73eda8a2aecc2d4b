import type { AnyScreen, Beside } from '../../../configuration/descriptor';
import { readNow } from '../../../data/poll';
import { type ConfigRecord, recordsOf } from '../../../data/records';
import { peek } from '../../../data/resource';
import { loadPart } from '../../../i18n/translate';
import type { Part } from '../../../i18n/words';

/** The form that has the fields of an object, and the records that its fields and units depend on. */
export interface Place {
  readonly screen: AnyScreen | undefined;
  /** The path of the field in the form. */
  readonly path: string;
  readonly records: Beside['referred'];
}

interface Area {
  /** Objects as the audit log names them. */
  readonly objects: RegExp;
  readonly parts: readonly Part[];
  readonly load: () => Promise<readonly AnyScreen[]>;
}

const system = async () => {
  const { administratorPanels, networkPanel, sharedPanels } = await import('../system-panels');
  return [networkPanel, ...sharedPanels, ...administratorPanels];
};

/** Where the forms of all objects are. Each is loaded when a change of such an object is shown; the first match applies. */
const areas: readonly Area[] = [
  {
    objects: /^impianto\//,
    parts: ['config-plant', 'config-system'],
    load: async () => [(await import('../PlantData')).plantScreen, ...(await system())],
  },
  {
    objects: /^config\/allarmi\//,
    parts: ['alarms', 'config-alarms'],
    load: async () => [(await import('../AlarmRules')).alarmRules],
  },
  {
    objects: /^config\//,
    parts: ['config-devices'],
    load: async () => Object.values<AnyScreen>((await import('../Devices')).deviceScreens),
  },
  {
    objects: /^pianificazioni\//,
    parts: ['config-schedules'],
    load: async () => [(await import('../Schedules')).schedules],
  },
  {
    objects: /^condivisione-dati/,
    parts: ['config-sharing'],
    load: async () => [(await import('../Sharing')).sharing, ...(await import('../Feeds')).feedPanels],
  },
  {
    objects: /^sistema/,
    parts: ['config-system', 'config-opened'],
    load: async () => [...(await system()), ...(await import('../Push')).pushPanels],
  },
  // What was asked of a line has words, but no form of a record.
  { objects: /^bus\//, parts: ['fieldbus', 'config-devices'], load: async () => [] },
  // The form of a work order belongs to the alarms.
  { objects: /^lavori\//, parts: ['work'], load: async () => [] },
  {
    objects: /^account\//,
    parts: ['config-account'],
    load: async () => [(await import('../Account')).accountScreen('', true)],
  },
];

/** Words of values that no form has, by the name of the field. */
const partsOfFields: Readonly<Record<string, Part>> = {
  causa: 'reports',
  passo: 'first-steps',
  limite_p: 'controller',
  setpoint_q: 'controller',
  setpoint_cosfi: 'controller',
  automatico: 'controller',
};

/** Parts of the plant as the audit log and the backup name them, and the call that writes them. */
const plantCalls: Readonly<Record<string, AnyScreen['source']['change']>> = {
  network: 'PATCH impianto/:id/network',
  rete: 'PATCH impianto/:id/network',
  knx: 'PATCH impianto/:id/KNX',
  dynDns: 'PATCH impianto/:id/dyn-dns',
  dyn_dns: 'PATCH impianto/:id/dyn-dns',
  ups: 'PATCH impianto/:id/ups',
  gruppo_continuita: 'PATCH impianto/:id/ups',
};

/** A change of a part of the plant is one of that part's form: `knx.porta` is `porta` of `PATCH impianto/:id/KNX`. */
function partOfPlant(field: string): { readonly call: AnyScreen['source']['change']; readonly path: string } {
  if (field === 'dynDnsPassword') return { call: 'PATCH impianto/:id/dyn-dns', path: 'password' };
  if (field === 'hasUps' || field === 'ups') return { call: 'PATCH impianto/:id/ups', path: 'ups' };
  const [part = '', ...rest] = field.split('.');
  const call = rest.length > 0 ? plantCalls[part] : undefined;
  if (call) return { call, path: rest.join('.') };
  return { call: 'PUT impianto/:id', path: part === 'fields' ? rest.join('.') : field };
}

/** Whether a call such as `PUT config/inverters/:id` writes an object such as `config/inverters/3`. */
const writes = (call: string, object: string) =>
  new RegExp(`^${call.replace(/^\w+ /, '').replace(/:\w+/, '.+')}$`).test(object);

/** The form and the path in it of a field of an object. Loads the form, its words and what it refers to; rejects where they cannot be. */
export async function placeOf(object: string, field: string): Promise<Place> {
  const area = areas.find(({ objects }) => objects.test(object));
  const own = partsOfFields[field];
  const parts = [...(area?.parts ?? []), ...(own ? [own] : [])];
  const [screens] = await Promise.all([area?.load() ?? [], ...parts.map(loadPart)]);
  const { call, path } = object.startsWith('impianto/') ? partOfPlant(field) : { call: null, path: field };
  const screen = screens.find(({ source: { change } }) =>
    call === null ? writes(change, object) : change === call,
  );
  return { screen, path, records: await recordsFor(screen, path) };
}

/** The records that a field refers to, and those of its own kind where its unit depends on other fields. */
async function recordsFor(screen: AnyScreen | undefined, path: string): Promise<Place['records']> {
  const refers = screen?.refers[path];
  const keys = [...(refers ? [refers] : []), ...(screen?.unitOf ? [screen.source.read] : [])];
  // Without them ids and bare numbers are shown.
  const answers = await Promise.allSettled(keys.map(async key => [key, await readOnce(key)] as const));
  return new Map(answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : [])));
}

type Reading = Promise<readonly ConfigRecord[]>;
const underWay = new Map<string, Reading>();

/** The records of a call; many fields that are shown together ask for them once. */
function readOnce(key: AnyScreen['source']['read']): Reading {
  const records = recordsOf(key);
  const { value } = peek(records);
  if (value) return Promise.resolve(value);
  const reading = underWay.get(key) ?? readNow(records).finally(() => underWay.delete(key));
  underWay.set(key, reading);
  return reading;
}
