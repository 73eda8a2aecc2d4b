import { type InverterKind, inverterKind, isProducing } from '../../data/inverter-states';
import { inverterQuantities } from '../../data/live-codes';
import { median, percentOf } from '../../data/statistics';
import { drawing, quantitiesOf, wording } from '../../device-screens/columns';
import type { CellProps, Column, View } from '../../device-screens/descriptor';
import {
  type Device,
  type DeviceList,
  deviceList,
  numberOf,
  refined,
} from '../../device-screens/device-list';
import { slotValue } from '../../device-screens/today';
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

const quantity = quantitiesOf('inverter', inverterQuantities);

export const columns: readonly Column<Inverter>[] = [
  state,
  quantity('pac', 'inverters.column.pac', { isOnCard: true }),
  level,
  quantity('dev', 'inverters.column.dev', { isDifference: true, help: 'dev' }),
  quantity('pdc', 'inverters.column.pdc'),
  quantity('udc', 'inverters.column.udc', { decimals: 0, foldsFirst: true }),
  quantity('idc', 'inverters.column.idc', { foldsFirst: true }),
  quantity('cosphi', 'inverters.column.cosphi', { help: 'cosphi', foldsFirst: true }),
  quantity('eff', 'inverters.column.eff', { help: 'eff' }),
  quantity('tsnk', 'inverters.column.tsnk', { decimals: 0, help: 'tsnk' }),
  quantity('eday', 'inverters.column.eday'),
  quantity('yday', 'inverters.column.yday', { help: 'resa' }),
  drawing('spark', 'inverters.column.spark', PowerSpark),
  quantity('plim', 'inverters.column.plim', { isOnlyInFile: true }),
  quantity('pn', 'inverters.column.pn', { isOnlyInFile: true }),
];
