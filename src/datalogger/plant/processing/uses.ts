import type { ConfigKind, Configuration, RecordOf } from '../../../contract/config/kinds';
import { type DeviceUses, type FigureOfDevice, figuresOfDevices } from '../../../contract/config/uses';
import type { ScheduleBody } from '../../../contract/schedules';
import type { Snapshot } from '../snapshot';
import { serviceOf } from './rows';
import { lightSensors } from './sensors';

/** What refers to records of the configuration besides other records. */
export interface Referring {
  readonly schedules: readonly Pick<ScheduleBody, 'nome' | 'azione'>[];
  /** Says which strings belong to which box. */
  readonly snapshot: Pick<Snapshot, 'groups'>;
}

/** Who uses a configured device, and which figures are missing without it. */
export function usesOf<K extends ConfigKind>(
  kind: K,
  record: RecordOf<K>,
  all: Configuration,
  referring: Referring,
): DeviceUses {
  return {
    usato_da: usersOf(kind, record, all, referring),
    mancheranno: record.abilitato ? missingWithout(kind, record.id, all) : [],
  };
}

/** Who uses the records of a kind that a change of many disables, and which figures have a source now and none then. */
export function usesOfChanges(
  kind: ConfigKind,
  now: Configuration,
  then: Configuration,
  referring: Referring,
): DeviceUses {
  const enabled = new Set(then[kind].flatMap(({ id, abilitato }) => (abilitato ? id : [])));
  const disabled = now[kind].filter(({ id, abilitato }) => abilitato && !enabled.has(id));
  const users = disabled.flatMap(record => usersOf(kind, record, now, referring));
  return { usato_da: [...new Set(users)], mancheranno: missingBetween(now, then) };
}

function usersOf(
  kind: ConfigKind,
  { id, ...record }: RecordOf<ConfigKind>,
  all: Configuration,
  { schedules, snapshot }: Referring,
): string[] {
  const names = (records: readonly { readonly nome: string }[]) => records.map(({ nome }) => nome);
  if (kind === 'inverters') return names(all['box-stringhe'].filter(({ inverter }) => inverter === id));
  if (kind === 'moduli-io' && 'numero' in record)
    return names(all['digital-signals'].filter(({ modulo }) => modulo === record.numero));
  if (kind === 'box-stringhe') {
    const strings = new Set(stringsOf(id, snapshot));
    return names(all.trackers.filter(({ stringhe }) => stringhe.some(string => strings.has(string))));
  }
  if (kind === 'trackers' && 'gruppo' in record)
    return names(schedules.filter(({ azione }) => isLastFor(azione, record.gruppo, all.trackers)));
  const isLimit = ({ azione }: (typeof schedules)[number]) => azione.tipo === 'limite_potenza';
  return kind === 'cci' && all.cci.length === 1 ? names(schedules.filter(isLimit)) : [];
}

/** Whether no other tracker would be there to be cleaned. */
function isLastFor(
  action: ScheduleBody['azione'],
  group: number,
  trackers: Configuration['trackers'],
): boolean {
  if (action.tipo !== 'angolo_pulizia' || (action.gruppo ?? group) !== group) return false;
  return trackers.filter(({ gruppo }) => action.gruppo === null || gruppo === group).length === 1;
}

function stringsOf(box: number, { groups: { stringhe } }: Pick<Snapshot, 'groups'>): readonly number[] {
  return stringhe.id.filter((_, row) => stringhe.values.quadro?.[row] === box);
}

/** Figures that have a source now and none without the record. */
function missingWithout(kind: ConfigKind, id: number, all: Configuration): FigureOfDevice[] {
  return missingBetween(all, { ...all, [kind]: all[kind].filter(record => record.id !== id) });
}

/** Figures that have a source in the one configuration and none in the other. */
function missingBetween(now: Configuration, then: Configuration): FigureOfDevice[] {
  const left = sourced(then);
  const isLost = (figure: FigureOfDevice) =>
    figure === 'irraggiamento' ? !hasSamePlane(now, then) : !left.has(figure);
  return [...sourced(now)].filter(isLost);
}

/** Whether the irradiance is still measured on the plane on which it is measured now. */
function hasSamePlane(now: Configuration, then: Configuration): boolean {
  const [before] = lightSensors(now);
  return lightSensors(then).some(({ tilt, azimut }) => tilt === before?.tilt && azimut === before.azimut);
}

/** The figures for which a device is in service. */
function sourced(all: Configuration): ReadonlySet<FigureOfDevice> {
  const isActive = (record: Parameters<typeof serviceOf>[0]) => serviceOf(record) === 'active';
  const has = (kind: ConfigKind) => all[kind].some(isActive);
  const meters = (role: string) => all.contatori.some(meter => meter.abilitato && meter.ruolo === role);
  const sensors = (wanted: string) => all.sensori.some(sensor => isActive(sensor) && sensor.tipo === wanted);
  const sources: Readonly<Record<FigureOfDevice, boolean>> = {
    impianto: all.inverters.some(({ abilitato }) => abilitato),
    produzione: meters('produzione'),
    autoconsumo: meters('produzione') && meters('scambio'),
    scambio: meters('scambio'),
    irraggiamento: sensors('poa'),
    attesa: sensors('tmod') && sensors('poa'),
    vento: sensors('ws') && has('trackers'),
    protezione: has('protezioni-interfaccia'),
    controllore: has('cci'),
  };
  return new Set(figuresOfDevices.filter(figure => sources[figure]));
}
