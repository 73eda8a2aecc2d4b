import { type InverterKind, inverterKind, isProducing } from '../../data/inverter-states';
import { inverterQuantities } from '../../data/live-codes';
import { median, percentOf } from '../../data/statistics';
import { drawing, quantity, wording } from '../../devices/columns';
import type { CellProps, Column, View } from '../../devices/descriptor';
import { type Device, type DeviceList, deviceList, numberOf, refined } from '../../devices/device-list';
import { slotValue } from '../../devices/today';
import { formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Indicator } from '../../ui/Indicator';
import { InverterSign } from '../../ui/InverterSign';
import { type InverterState, inverterStateWord } from '../../ui/inverter-words';
import { Spark } from '../../ui/Spark';

export interface Inverter extends Device {
  readonly kind: InverterKind;
  /** Power in % of the nominal power, and the median of this value for the inverters that produce. */
  readonly level: number | null;
  readonly medianLevel: number | null;
}

export function refineInverters(list: DeviceList<Device>): DeviceList<Inverter> {
  const inverters = list.devices.map(device => ({
    ...device,
    kind: inverterKind(device),
    level: percentOf(numberOf(device, 'pac'), numberOf(device, 'pn')),
  }));
  const medianLevel = median(inverters.filter(isProducing).flatMap(({ level }) => level ?? []));
  return { ...list, devices: inverters.map(inverter => ({ ...inverter, medianLevel })) };
}

export const inverterList = refined(deviceList('inverter', inverterQuantities), refineInverters);

/** The states, the one that most needs attention first. */
const byWeight: readonly InverterState[] = [
  'fault',
  'silent',
  'stopped',
  'service',
  'unknown',
  'limited',
  'starting',
  'waiting',
  'producing',
];

const state: Column<Inverter> = {
  ...wording('state', 'inverters.column.state', ({ kind }) => inverterStateWord(kind), StateCell),
  rank: ({ kind }) => byWeight.indexOf(kind),
  isRegular: ({ kind }) => byWeight.indexOf(kind) > byWeight.indexOf('unknown'),
};

/** Sign and name of the state, and the limit of a limited inverter. */
function StateCell({ device, view }: CellProps<Inverter>) {
  const { kind } = device;
  const word = inverterStateWord(kind);
  const limit = kind === 'limited' ? numberOf(device, 'plim') : null;
  return (
    <>
      <InverterSign state={kind} alarm={view.markOf(device)} />{' '}
      {kind === 'fault' || kind === 'silent' ? <b>{word}</b> : word}{' '}
      {limit !== null && limit < 100 && <small>{formatQuantity(limit, 0, '%')}</small>}
    </>
  );
}

const level: Column<Inverter> = {
  ...drawing('level', 'inverters.column.levelOwn', ({ device }) => (
    <Indicator kind="level" value={device.level} expected={device.medianLevel} />
  )),
  isOnCard: true,
  Head: LevelHead,
};

/** The heading names the nominal power if it is the same for all inverters. */
function LevelHead({ view: { devices } }: { readonly view: View<Inverter> }) {
  const [power = null, ...others] = new Set(devices.map(inverter => numberOf(inverter, 'pn')));
  if (power === null || others.length > 0) return t('inverters.column.levelOwn');
  return t('inverters.column.level', { power: formatQuantity(power, 1, 'kW') });
}

function PowerSpark({ device, view: { today } }: CellProps<Inverter>) {
  return today ? <Spark {...today} valueIn={slotValue(today, `inverter.${device.id}.pac`)} /> : null;
}

export const columns: readonly Column<Inverter>[] = [
  state,
  quantity('pac', 'inverters.column.pac', ['kW', 1], { isOnCard: true }),
  level,
  quantity('dev', 'inverters.column.dev', ['%', 1], { isDifference: true, help: 'dev' }),
  quantity('pdc', 'inverters.column.pdc', ['kW', 1]),
  quantity('udc', 'inverters.column.udc', ['V', 0], { foldsFirst: true }),
  quantity('idc', 'inverters.column.idc', ['A', 1], { foldsFirst: true }),
  quantity('cosphi', 'inverters.column.cosphi', ['', 3], { help: 'cosphi', foldsFirst: true }),
  quantity('eff', 'inverters.column.eff', ['%', 1], { help: 'eff' }),
  quantity('tsnk', 'inverters.column.tsnk', ['°C', 0], { help: 'tsnk' }),
  quantity('eday', 'inverters.column.eday', ['kWh', 1]),
  quantity('yday', 'inverters.column.yday', ['kWh/kWp', 2], { help: 'resa' }),
  drawing('spark', 'inverters.column.spark', PowerSpark),
  quantity('plim', 'inverters.column.plim', ['%', 1], { isOnlyInFile: true }),
  quantity('pn', 'inverters.column.pn', ['kW', 1], { isOnlyInFile: true }),
];
