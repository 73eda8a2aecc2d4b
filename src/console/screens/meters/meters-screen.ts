import { meterPlantQuantities, meterQuantities } from '../../data/live-codes';
import { drawing, quantity, wording } from '../../devices/columns';
import type { Column, DeviceScreen, TrendLine } from '../../devices/descriptor';
import { type Device, deviceList, numberOf } from '../../devices/device-list';
import { t } from '../../i18n/translate';
import { Bands } from './Bands';
import { factGroups } from './facts';
import { figuresOf } from './figures';
import { headWords } from './head-words';
import { Level, MeterSpark } from './MeterCells';
import { MeterDrawing } from './MeterDrawing';
import { roleOf, roleWord } from './roles';

/** A column for a register, in MWh with three decimals. */
function register(point: 'e_imm' | 'e_prel'): Column<Device> {
  const read = (meter: Device) => {
    const kwh = numberOf(meter, point);
    return kwh === null ? null : kwh / 1000;
  };
  return quantity(point, `meters.column.${point}`, ['MWh', 3], { isOnCard: true, read });
}

const columns: readonly Column<Device>[] = [
  wording('ruolo', 'meters.column.role', meter => roleWord(roleOf(meter))),
  quantity('p', 'meters.column.p', ['kW', 1], { isOnCard: true }),
  drawing('level', 'meters.column.level', Level),
  quantity('qac', 'meters.column.qac', ['kvar', 1]),
  quantity('cosphi', 'meters.column.cosphi', ['', 3]),
  drawing('spark', 'meters.column.spark', MeterSpark),
  quantity('eday', 'meters.column.eday', ['kWh', 1], { isOnCard: true }),
  register('e_imm'),
  register('e_prel'),
  quantity('picco', 'meters.column.picco', ['kW', 1]),
];

function trendLinesOf(meter: Device): readonly TrendLine[] {
  const own: TrendLine = {
    code: `contatori.${meter.id}.p`,
    label: t('meters.power'),
    unit: 'kW',
    decimals: 1,
    look: 'measured',
  };
  if (roleOf(meter) !== 'production') return [own];
  return [
    own,
    { ...own, code: 'impianto.pattesa', label: t('meters.expected'), look: 'expected' },
    { code: 'impianto.poa', label: t('meters.irradiance'), unit: 'W/m²', decimals: 0, look: 'context' },
  ];
}

export const meters: DeviceScreen<Device> = {
  title: 'menu.meters',
  source: {
    group: 'contatori',
    live: deviceList('contatori', meterQuantities, meterPlantQuantities),
    today: 'contatori.p,impianto.pimm,impianto.pprel',
  },
  columns,
  headWords,
  figures: figuresOf,
  detail: { trendLines: trendLinesOf, groups: factGroups, Drawing: MeterDrawing },
  Panels: Bands,
};
