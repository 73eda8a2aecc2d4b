import type { BoxConfig } from './boxes';
import type { ControllerConfig } from './controllers';
import type { Protocol } from './fields';
import { type Finding, refuse, warn } from './findings';
import type { InverterConfig } from './inverters';
import { type ConfigKind, type ConfigOf, type Configuration, configKinds, type RecordOf } from './kinds';
import type { MeterConfig } from './meters';
import { moduleFindings, signalFindings } from './module-rules';
import type { ModuleConfig } from './modules';
import { protectionFindings } from './protection-rules';
import { pointOfSensor, type SensorConfig, sensorPoints } from './sensors';
import type { SignalConfig } from './signals';
import type { TrackerConfig } from './trackers';

/*
 * Rules that involve several fields or several records, in one place. The datalogger refuses a record by them; the forms show the same
 * findings before anything is sent. Pure functions of the typed record and of the other records.
 */

/** A ratio of kWp to kW outside of these limits gives a warning. */
export const usualRatio = { least: 0.8, most: 1.6 } as const;
/** The threshold of return must be at least this many m/s below the stow threshold of a tracker. */
export const leastWindDrop = 3;

/** Where a device is: its bus, its unit, and which device of its kind it is there. */
interface Place {
  readonly protocollo: Protocol;
  readonly host: string;
  readonly porta: number;
  readonly bus: number;
  readonly porta_seriale: string;
  readonly unita: number;
  /** Input modules have no name: the registers of their unit identify them. */
  readonly istanza?: number;
}

/**
 * The bus of a device and its address on that bus. Two devices of one kind may not have the same: one unit may hold an inverter and its
 * meters. Null for a device that is on no bus.
 */
export function busAddress({ protocollo, host, porta, unita, istanza = 1, ...serial }: Place): string | null {
  if (protocollo === 'sim') return null;
  const line = isOverTcp(protocollo)
    ? `${host.toLowerCase()}:${porta}`
    : serial.porta_seriale || `bus ${serial.bus}`;
  return `${line} ${unita} ${istanza}`;
}

/**
 * As `busAddress`, with the point of a sensor, as with SunSpec all sensors of a station have one address; and with what an input module
 * or a device with registers of its own reads, as one unit may have several of them.
 */
function placeOf(
  record: Place &
    Partial<Pick<SensorConfig, 'tipo' | 'punto' | 'registro'> & Pick<ModuleConfig, 'funzione' | 'primo'>> & {
      readonly profilo?: string;
    },
): string | null {
  const { protocollo, tipo, punto, funzione, primo, profilo, registro } = record;
  const address = busAddress(record);
  if (funzione !== undefined && primo !== undefined)
    return profilo === 'sunspec' ? `${address} ${funzione} ${primo}` : `${address} ${profilo}`;
  // One unit may have many inputs, each with a register of its own.
  if (profilo === 'generico' && isPlainModbus(protocollo)) return `${address} ${registro}`;
  // A station is one device, and each of its sensors a record.
  if (tipo !== undefined && profilo !== undefined && profilo !== 'sunspec' && isPlainModbus(protocollo))
    return `${address} ${tipo}`;
  const isOfStation = tipo !== undefined && punto !== undefined && isSunSpec(protocollo);
  return isOfStation ? `${address} ${pointOfSensor({ tipo, punto }) ?? tipo}` : address;
}

export const isSunSpec = (protocol: Protocol) => protocol.startsWith('sunspec');
export const isPlainModbus = (protocol: Protocol) => protocol.startsWith('modbus');
export const isOverTcp = (protocol: Protocol) => protocol.endsWith('-tcp');
export const isOnSerialLine = (protocol: Protocol) => protocol.endsWith('-rtu');

/**
 * Everything that is wrong (or doubtful) in a record of `kind`, by itself and together with the others. `id` is the id of the record,
 * null for a new one. The record must have passed its schema.
 */
export function findingsOf<K extends ConfigKind>(
  kind: K,
  record: ConfigOf<K>,
  id: number | null,
  all: Configuration,
): Finding[] {
  return [
    ...uniqueName(kind, record, id, all),
    ...reachable(kind, record, id, all),
    ...sameLine(kind, record, id, all),
    ...untried(record),
    ...ownFindings(kind, record, id, all),
  ];
}

type Records = readonly RecordOf<ConfigKind>[];

/**
 * The records of a list that have a key, found without a search: a table compares each of its rows with all others. A list is read once,
 * and must not change afterwards.
 */
function by(keyOf: (record: RecordOf<ConfigKind>) => string | null) {
  const made = new WeakMap<Records, ReturnType<typeof grouped>>();
  return (list: Records, key: string | null): Records => {
    const known = made.get(list) ?? grouped(list, keyOf);
    made.set(list, known);
    return key === null ? [] : (known.get(key) ?? []);
  };
}

function grouped(list: Records, keyOf: (record: RecordOf<ConfigKind>) => string | null) {
  const groups = new Map<string | null, RecordOf<ConfigKind>[]>();
  for (const record of list) {
    const key = keyOf(record);
    const group = groups.get(key);
    if (group) group.push(record);
    else groups.set(key, [record]);
  }
  return groups;
}

/** The records that are called by a name, in any case. */
export const named = by(({ nome }) => nome.toLowerCase());
const withSerial = by(record => ('seriale' in record && record.seriale) || null);
const atPlace = by(record => ('protocollo' in record ? placeOf(record) : null));
const atContact = by(record => ('canale' in record ? contactOf(record) : null));

function uniqueName(
  kind: ConfigKind,
  record: ConfigOf<ConfigKind>,
  id: number | null,
  all: Configuration,
): Finding[] {
  const isOther = (other: RecordOf<ConfigKind>) => other.id !== id;
  const namesake = named(all[kind], record.nome.toLowerCase()).find(isOther);
  const serial = ('seriale' in record && record.seriale) || null;
  const twin = withSerial(all[kind], serial).find(isOther);
  return [
    ...(namesake ? [refuse('nome', 'in_use', namesake.nome)] : []),
    ...(twin ? [refuse('seriale', 'in_use', twin.nome)] : []),
  ];
}

/** A device on a bus must have an address that is valid on that bus and that no other device, of any kind, has. */
function reachable(
  kind: ConfigKind,
  record: ConfigOf<ConfigKind>,
  id: number | null,
  all: Configuration,
): Finding[] {
  if (!('protocollo' in record)) return contact(record, id, all);
  if (record.protocollo === 'sim') return [];
  const isTcp = isOverTcp(record.protocollo);
  if (isTcp && record.host === '') return [refuse('host', 'required')];
  if (!isTcp && record.porta_seriale === '') return [refuse('porta_seriale', 'required')];
  if (!isTcp && record.unita === 0) return [refuse('unita', 'too_low')];
  if (!isTcp && record.unita > 247) return [refuse('unita', 'too_high')];
  if (isTcp && record.unita > 247 && record.unita < 255) return [refuse('unita', 'not_allowed')];
  const holder = atPlace(all[kind], placeOf(record)).find(device => device.id !== id);
  return holder ? [refuse('unita', 'in_use', holder.nome)] : [];
}

/** All devices of a serial line are asked at one speed: where records differ, the first of the line counts. */
function sameLine(
  kind: ConfigKind,
  record: ConfigOf<ConfigKind>,
  id: number | null,
  all: Configuration,
): Finding[] {
  const port = portOf(record);
  if (port === null || !('baud' in record)) return [];
  const others = configKinds.flatMap(each =>
    all[each].flatMap(other =>
      (each === kind && other.id === id) || portOf(other) !== port || !('baud' in other) ? [] : [other],
    ),
  );
  return (['baud', 'parita', 'stop'] as const).flatMap(field => {
    const other = others.find(each => each[field] !== record[field]);
    return other ? [warn(field, 'other_on_line', other.nome)] : [];
  });
}

/** The serial port of a device; null where it has none. */
function portOf(record: ConfigOf<ConfigKind>): string | null {
  if (!('protocollo' in record) || !isOnSerialLine(record.protocollo)) return null;
  return record.porta_seriale || null;
}

/** A profile was written from documents: until somebody has compared its values, it is said so. */
function untried(record: ConfigOf<ConfigKind>): Finding[] {
  if (!('profilo' in record) || record.profilo === 'sunspec' || !isPlainModbus(record.protocollo)) return [];
  return record.profilo_provato ? [] : [warn('profilo', 'not_tried')];
}

const contactOf = ({ modulo, canale }: Pick<SignalConfig, 'modulo' | 'canale'>) => `${modulo} ${canale}`;

function contact(record: ConfigOf<'digital-signals'>, id: number | null, all: Configuration): Finding[] {
  const holder = atContact(all['digital-signals'], contactOf(record)).find(other => other.id !== id);
  return holder ? [refuse('canale', 'in_use', holder.nome)] : [];
}

function ownFindings<K extends ConfigKind>(
  kind: K,
  record: ConfigOf<K>,
  id: number | null,
  all: Configuration,
): Finding[] {
  const own = rules[kind];
  return own(record, id, all);
}

type Rules = {
  readonly [K in ConfigKind]: (record: ConfigOf<K>, id: number | null, all: Configuration) => Finding[];
};

const rules: Rules = {
  inverters: ratio,
  'box-stringhe': box,
  contatori: meter,
  sensori: sensor,
  'protezioni-interfaccia': protectionFindings,
  'digital-signals': signalFindings,
  'moduli-io': moduleFindings,
  trackers: wind,
  cci: controller,
};

function ratio({ pn, kwp }: InverterConfig): Finding[] {
  const share = kwp / pn;
  return share < usualRatio.least || share > usualRatio.most ? [warn('kwp', 'dc_ac_ratio')] : [];
}

function box({ ingressi, esclusi, inverter }: BoxConfig, _: unknown, all: Configuration) {
  const findings: Finding[] = [];
  if (esclusi.some(input => input > ingressi)) findings.push(refuse('esclusi', 'too_high'));
  if (!all.inverters.some(({ id }) => id === inverter)) findings.push(refuse('inverter', 'not_found'));
  return findings;
}

function meter({ profilo, protocollo, registri }: MeterConfig): Finding[] {
  if (profilo !== 'generico' || !isPlainModbus(protocollo)) return [];
  if (registri.length === 0) return [refuse('registri', 'required')];
  const points = new Set(registri.map(({ grandezza }) => grandezza));
  return points.size < registri.length ? [refuse('registri', 'invalid')] : [];
}

function sensor(record: SensorConfig, id: number | null, all: Configuration): Finding[] {
  const { in_min, in_max, eu_min, eu_max, limite_basso, limite_alto, primario, tipo, tilt, azimut } = record;
  const findings: Finding[] = [];
  const points: readonly string[] = sensorPoints[tipo];
  if (record.punto !== '' && !points.includes(record.punto)) findings.push(refuse('punto', 'not_allowed'));
  if (in_min >= in_max) findings.push(refuse('in_max', 'too_low'));
  if (eu_min >= eu_max) findings.push(refuse('eu_max', 'too_low'));
  if (limite_basso !== null && limite_alto !== null && limite_basso >= limite_alto)
    findings.push(refuse('limite_alto', 'too_low'));
  const other = all.sensori.find(
    one => one.id !== id && one.primario && one.tipo === tipo && one.tilt === tilt && one.azimut === azimut,
  );
  if (primario && other) findings.push(refuse('primario', 'in_use', other.nome));
  return findings;
}

function wind({ vento_riposo, vento_rientro, angolo_max, ...angles }: TrackerConfig): Finding[] {
  const findings: Finding[] = [];
  if (vento_rientro >= vento_riposo - leastWindDrop) findings.push(refuse('vento_rientro', 'too_high'));
  for (const campo of ['angolo_riposo', 'angolo_notte', 'angolo_pulizia'] as const)
    if (Math.abs(angles[campo]) > angolo_max) findings.push(refuse(campo, 'too_high'));
  return findings;
}

function controller(record: ControllerConfig): Finding[] {
  const { curva_qv, curva_cosphi, lock_in, lock_out, smax, pimm, pass, qind, qcap } = record;
  const findings: Finding[] = [];
  if (!rises(curva_qv) || !falls(curva_qv)) findings.push(refuse('curva_qv', 'invalid'));
  if (!rises(curva_cosphi) || !falls(curva_cosphi)) findings.push(refuse('curva_cosphi', 'invalid'));
  if (lock_out >= lock_in) findings.push(refuse('lock_out', 'too_high'));
  if (smax < Math.max(pimm, pass, qind, qcap)) findings.push(refuse('smax', 'too_low'));
  return findings;
}

type Curve = ControllerConfig['curva_qv'];
/** `x` rises from each point to the next; `y` falls or stays the same. */
const rises = (curve: Curve) => curve.every(({ x }, index) => index === 0 || x > (curve[index - 1]?.x ?? x));
const falls = (curve: Curve) => curve.every(({ y }, index) => index === 0 || y <= (curve[index - 1]?.y ?? y));
