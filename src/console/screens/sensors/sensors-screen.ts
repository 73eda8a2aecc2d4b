import { sensorQuantities } from '../../data/live-codes';
import { drawing, quantity, wording } from '../../devices/columns';
import type { Column, DeviceScreen, TrendLine } from '../../devices/descriptor';
import { deviceList, refined } from '../../devices/device-list';
import { t } from '../../i18n/translate';
import { factGroups } from './facts';
import { figuresOf } from './figures';
import { headWords } from './head-words';
import { QualityCell, RangeCell, SensorSpark, ValueCell } from './SensorCells';
import { qualityWord, readingOf, refineSensors, type Sensor } from './sensor';

const value: Column<Sensor> = {
  key: 'v',
  word: 'sensors.column.value',
  unit: '',
  decimals: sensor => sensor.decimals,
  isOnCard: true,
  read: readingOf,
  Cell: ValueCell,
};

const columns: readonly Column<Sensor>[] = [
  value,
  drawing('range', 'sensors.column.range', RangeCell),
  drawing('spark', 'sensors.column.spark', SensorSpark),
  wording('quality', 'sensors.column.quality', ({ quality }) => qualityWord(quality), QualityCell),
  quantity('deviation', 'sensors.column.deviation', ['%', 1], {
    isOnCard: true,
    isDifference: true,
    read: ({ deviation }) => deviation,
  }),
  quantity('taratura', 'sensors.column.calibration', ['d', 0]),
];

const irradiances: readonly (Sensor['kind'] | null)[] = ['ghi', 'poa', 'rpoa', 'dhi'];

function trendLinesOf({ id, kind, unit, decimals }: Sensor): readonly TrendLine[] {
  const own: TrendLine = {
    code: `sensori.${id}.v`,
    label: t('sensors.measured'),
    unit,
    decimals,
    look: 'measured',
  };
  if (!irradiances.includes(kind)) return [own];
  return [own, { ...own, code: `sensori.${id}.sereno`, label: t('sensors.clearSky'), look: 'expected' }];
}

export const sensors: DeviceScreen<Sensor> = {
  title: 'menu.sensors',
  source: {
    group: 'sensori',
    live: refined(deviceList('sensori', sensorQuantities), refineSensors),
    today: 'sensori.v',
  },
  columns,
  headWords,
  figures: figuresOf,
  detail: { trendLines: trendLinesOf, groups: factGroups },
};
