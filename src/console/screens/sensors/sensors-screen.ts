import { sensorQuantities } from '../../data/live-codes';
import { computed, drawing, wording } from '../../device-screens/columns';
import type { Column, DeviceScreen, FactGroup, TrendLine, View } from '../../device-screens/descriptor';
import { deviceList, numberOf, refined } from '../../device-screens/device-list';
import { formatDifference, formatQuantity, formatTime, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { figuresOf } from './figures';
import { headWords } from './head-words';
import { QualityCell, RangeCell, SensorSpark, ValueCell } from './SensorCells';
import { SensorsToday } from './SensorsToday';
import {
  neighboursOf,
  qualityIn,
  qualityWord,
  readingOf,
  refineSensors,
  type Sensor,
  valueWords,
} from './sensor';

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
  {
    ...wording('quality', 'sensors.column.quality', ({ quality }) => qualityWord(quality), QualityCell),
    isRegular: ({ quality }) => quality === 'good',
  },
  computed('deviation', 'sensors.column.deviation', ['%', 1], ({ deviation }) => deviation, {
    help: 'sensorDeviation',
    isDifference: true,
  }),
  computed('taratura', 'sensors.column.calibration', ['', 0], sensor => numberOf(sensor, 'taratura'), {
    help: 'calibration',
  }),
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
  isUrgentFirst: true,
  headWords,
  figures: figuresOf,
  detail: { trendLines: trendLinesOf, groups: factGroups },
  Panels: SensorsToday,
};

/** The contents of a sensor's drawer: the reading, the other sensors of its plane, the calibration. */
function factGroups(sensor: Sensor, view: View<Sensor>): readonly FactGroup[] {
  const { devices, zone } = view;
  const neighbours = neighboursOf(sensor, devices);
  const groups = [readingGroup(sensor, qualityWord(qualityIn(sensor, view))), calibrationGroup(sensor, zone)];
  if (neighbours.length === 0) return groups;
  return [
    ...groups,
    {
      title: t('sensors.detail.redundancy'),
      facts: neighbours.map(other => [other.name, comparison(sensor, other)] as const),
    },
  ];
}

function readingGroup(sensor: Sensor, quality: string): FactGroup {
  const { valid, unit, decimals, kind } = sensor;
  const clearSky = numberOf(sensor, 'sereno');
  const plain: FactGroup['facts'] = [
    [t('sensors.column.value'), valueWords(sensor)],
    [t('sensors.column.quality'), quality],
    [
      t('sensors.detail.valid'),
      valid
        ? `${formatQuantity(valid[0], decimals, '')} … ${formatQuantity(valid[1], decimals, unit)}`
        : missing,
    ],
  ];
  const isLight = kind === 'ghi' || kind === 'poa' || kind === 'rpoa' || kind === 'dhi';
  return {
    title: t('sensors.detail.reading'),
    facts: isLight ? [...plain, [t('sensors.clearSky'), formatQuantity(clearSky, 0, unit)]] : plain,
  };
}

function calibrationGroup(sensor: Sensor, zone: string): FactGroup {
  const days = numberOf(sensor, 'taratura');
  const dueS = days === null ? null : sensor.sampledS + days * 86_400;
  return {
    title: t('sensors.detail.calibration'),
    facts: [
      [t('sensors.detail.due'), formatTime(dueS, zone, 'date')],
      [t('sensors.detail.left'), formatQuantity(days, 0, t('sensors.days'))],
    ],
  };
}

/** "889 W/m², +0,9 %": the reading of another sensor, and the deviation of this one from it. */
function comparison(sensor: Sensor, other: Sensor): string {
  const [own, value] = [readingOf(sensor), readingOf(other)];
  const text = valueWords(other);
  if (own === null || value === null || value === 0) return text;
  return `${text}, ${formatDifference(100 * (own / value - 1), 1)}\u00a0%`;
}
