import type { ConfigKind, ConfigOf, Configuration, RecordOf } from '../../../contract/config/kinds';
import { isPolled, schemaOf } from '../../../contract/config/kinds';
import { type ProfiledKind, profiledKinds } from '../../../contract/config/profiles';
import { findingsOf } from '../../../contract/config/rules';
import { type AnyScreen, type Beside, type Group, type Rules, shownIf } from '../../configuration/descriptor';
import { deviceFacts } from '../../data/facts';
import { isObject, type Json, numberOrNull, textIn, textOrNull } from '../../data/read';
import type { ConfigRecord } from '../../data/records';
import { peek } from '../../data/resource';
import { checkBody, type Finding } from '../../form/check';
import { bodyOf } from '../../form/edits';
import { fieldNames } from '../../form/facts';
import type { Values } from '../../form/paths';
import { textWith } from '../../i18n/translate';
import type { WordKey } from '../../i18n/words';

/** The fields and rules of one kind of device, in addition to those that all kinds have. */
export interface DeviceConfig<K extends ConfigKind> extends Omit<Rules<ConfigOf<K>>, 'findingsOf'> {
  readonly title: WordKey;
  readonly groups: readonly Group<ConfigOf<K>>[];
}

const identity: Group<ConfigOf<'inverters'>> = {
  title: 'deviceGroup.identity',
  fields: [
    'nome',
    'marca',
    'modello',
    'seriale',
    'firmware',
    'posizione',
    'note',
    'abilitato',
    'in_manutenzione',
  ],
};
const communication: Group<ConfigOf<'sensori'>> = {
  title: 'deviceGroup.communication',
  fields: [
    'protocollo',
    'host',
    'porta',
    'porta_seriale',
    'unita',
    'istanza',
    'baud',
    'parita',
    'stop',
    'profilo',
    'profilo_provato',
    'registro',
    'lettura',
    'dato',
    'scala',
    'timeout',
    'tentativi',
    'polling',
    'base_registri',
    'ordine',
    'pausa',
    'attesa_iniziale',
    'connessioni',
    'numeri_propri',
  ],
};

const isOn =
  (...protocols: string[]) =>
  ({ protocollo }: Values) =>
    protocols.includes(textIn(protocollo));
const isTcp = isOn('modbus-tcp', 'sunspec-tcp', 'modbus-rtu-tcp', 'sunspec-rtu-tcp');
const isSerial = isOn('modbus-rtu', 'sunspec-rtu');
const isReal = (draft: Values) => isTcp(draft) || isSerial(draft);
const isSunSpec = isOn('sunspec-tcp', 'sunspec-rtu', 'sunspec-rtu-tcp');
const isPlain = isOn('modbus-tcp', 'modbus-rtu', 'modbus-rtu-tcp');
const hasProfile = (draft: Values) =>
  isPlain(draft) && ![undefined, 'sunspec'].includes(textOrNull(draft.profilo) ?? undefined);
export const hasOwnRegisters = (draft: Values) => isPlain(draft) && draft.profilo === 'generico';
/** Whether the ratios of a meter's transformers change what is read. */
export const hasRatios = (draft: Values) =>
  draft.protocollo === 'sim' || (hasOwnRegisters(draft) && draft.lato === 'secondario');
/** Hides the fields that the chosen protocol does not use. */
const shownWhen = {
  ...shownIf(isTcp, 'host', 'porta', 'attesa_iniziale', 'connessioni'),
  ...shownIf(isSerial, 'porta_seriale', 'baud', 'parita', 'stop'),
  ...shownIf(isReal, 'unita', 'istanza', 'pausa', 'timeout', 'tentativi', 'ordine'),
  ...shownIf(isSunSpec, 'base_registri', 'punto'),
  ...shownIf(hasOwnRegisters, 'registri', 'registro', 'lettura', 'dato', 'scala'),
  numeri_propri: isOn('modbus-tcp', 'sunspec-tcp'),
  profilo: isPlain,
  profilo_provato: hasProfile,
};

/** The screen of a kind of device: the calls, the schema and the rules of its contract. */
export function deviceScreen<K extends ConfigKind>(kind: K, config: DeviceConfig<K>): AnyScreen {
  const { title, groups, shown = {}, unitOf, refers = {} } = config;
  const schema = schemaOf(kind);
  const ofSchema = <T extends Group<ConfigOf<'inverters'>> | Group<ConfigOf<'sensori'>>>(group: T) => ({
    ...group,
    fields: group.fields.filter(path => fieldNames(schema).includes(path)),
  });
  return {
    title,
    source: {
      read: `GET config/${kind}`,
      create: `POST config/${kind}`,
      change: `PUT config/${kind}/:id`,
      remove: `DELETE config/${kind}/:id`,
      usedKind: kind,
      probe: { call: `POST config/${kind}/:id/prova`, words: outcomeWords, mendedBy },
      many: {
        table: `GET config/${kind}/csv`,
        compare: `POST config/${kind}/confronto`,
        take: `POST config/${kind}/importa`,
      },
      noteOf: record => {
        const at = (name: string) => textOrNull(record[name]);
        const input = [at('modulo'), at('canale')].filter(Boolean).join('.');
        const line = isSerial(record) ? at('porta_seriale') : at('host');
        return [line, line && at('unita'), input, at('posizione')].filter(Boolean).join(', ');
      },
    },
    schema,
    words: 'deviceField',
    groups: [ofSchema(identity), ...(isPolled(kind) ? [ofSchema(communication)] : []), ...groups],
    shown: { ...shownWhen, ...shown },
    unitOf,
    refers: { porta_seriale: 'GET bus/porte', profilo: choicesOf(kind), ...refers },
    check: (body, beside) => checkBody(schema, body, record => deviceFindings(kind, record, beside)),
    Parts: undefined,
    loadMany,
  };
}

function deviceFindings<K extends ConfigKind>(
  kind: K,
  record: ConfigOf<K>,
  beside: Beside,
): readonly Finding[] {
  const id = typeof beside.id === 'string' ? Number(beside.id) : null;
  return [...findingsOf(kind, record, id, configurationOf(kind, beside)), ...unreadOf(kind, record)];
}

/** On a real plant protections are read by a profile alone; a controller in service, with or without one, ends the commands of the datalogger. */
function unreadOf(kind: ConfigKind, record: Values): readonly Finding[] {
  const isRead = kind === 'protezioni-interfaccia' ? hasProfile(record) : kind !== 'cci';
  if (isRead || !record.abilitato || peek(deviceFacts).value?.isSimulated !== false) return [];
  return [{ campo: 'abilitato', codice: `unread_${kind.slice(0, 3)}`, isWarning: true }];
}

/** What a kind may name as its profile. */
const choicesOf = (kind: ConfigKind) =>
  profiledKinds.some(each => each === kind) ? (`GET bus/scelte/${kind as ProfiledKind}` as const) : undefined;

const loadMany = () => import('./many/ManyDevices').then(({ ManyDevices }) => ManyDevices);

/** The known part of the configuration: the records of this list, and those to which its fields refer. */
function configurationOf(kind: ConfigKind, { others, referred }: Beside): Configuration {
  const listOf = <T extends ConfigKind>(each: T): RecordOf<T>[] => {
    const records = each === kind ? others : (referred.get(`GET config/${each}`) ?? []);
    return records.filter(record => isDevice(each, record));
  };
  return {
    inverters: listOf('inverters'),
    'box-stringhe': listOf('box-stringhe'),
    contatori: listOf('contatori'),
    sensori: listOf('sensori'),
    'protezioni-interfaccia': listOf('protezioni-interfaccia'),
    'digital-signals': listOf('digital-signals'),
    'moduli-io': listOf('moduli-io'),
    trackers: listOf('trackers'),
    cci: listOf('cci'),
  };
}

/** Whether a record is as the rules about several records expect it; by record, as they are checked at each key press. */
const isSound = new WeakMap<ConfigRecord, boolean>();

/** What another datalogger gives may be of any type: such a record is left out of the rules. */
function isDevice<T extends ConfigKind>(kind: T, record: ConfigRecord): record is RecordOf<T> & ConfigRecord {
  const schema = schemaOf(kind);
  const known =
    isSound.get(record) ??
    (typeof record.id === 'number' && checkBody(schema, bodyOf(schema, record, {})).faults.size === 0);
  isSound.set(record, known);
  return known;
}

/** A gateway with numbers of its own is read once its record says so. */
const mendedBy = ({ causa }: Json) =>
  causa === ('numeri_propri' satisfies keyof ConfigOf<'sensori'>) ? causa : null;

/** Whether the device answered, what was wrong, and what is at the address; null where the answer says nothing. */
function outcomeWords({ esito, ms, causa, codice, trovato }: Json): string | null {
  const outcome = textWith({ ms: numberOrNull(ms) ?? 0 }, 'config', 'probe', textIn(esito));
  if (outcome === null) return null;
  const cause = textWith({ code: textIn(codice) }, 'busCause', textIn(causa));
  const { marca, modello, seriale } = isObject(trovato) ? trovato : {};
  return [outcome, cause, ...[marca, modello, seriale].map(textOrNull)].filter(Boolean).join(' · ');
}
