import { meterPlantQuantities, meterQuantities } from '../../data/live-codes';
import { shareOf } from '../../data/statistics';
import { drawing, quantity, wording } from '../../devices/columns';
import type { Column, DeviceScreen, FactGroup, TrendLine, View } from '../../devices/descriptor';
import { type Device, deviceList, numberOf } from '../../devices/device-list';
import type { Today } from '../../devices/today';
import { formatNumber, formatQuantity, formatTime, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { FigureFacts } from '../../ui/Figure';
import { Bands } from './Bands';
import { dayEnergy } from './day-energy';
import { Level, MeterSpark } from './MeterCells';
import { MeterDrawing } from './MeterDrawing';
import { quadrantOf, quadrants } from './quadrant';
import { roleOf, roleWord, totalOf } from './roles';

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
  quantity('cosphi', 'meters.column.cosphi', ['', 3], { help: 'cosphi' }),
  drawing('spark', 'meters.column.spark', MeterSpark),
  quantity('eday', 'meters.column.eday', ['kWh', 1], { isOnCard: true }),
  register('e_imm'),
  register('e_prel'),
  quantity('picco', 'meters.column.picco', ['kW', 1], { help: 'quarterPeak' }),
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

export const meters: Omit<DeviceScreen<Device>, 'headWords'> = {
  title: 'menu.meters',
  source: {
    group: 'contatori',
    live: deviceList('contatori', meterQuantities, meterPlantQuantities),
    today: 'contatori.p,impianto.pimm,impianto.pprel',
  },
  columns,
  figures: figuresOf,
  detail: { trendLines: trendLinesOf, groups: factGroups, Drawing: MeterDrawing },
  Panels: Bands,
};

/** The contents of a meter's drawer. */
function factGroups(meter: Device): readonly FactGroup[] {
  const shown = (label: string, point: string, decimals: number, unit: string) =>
    [label, formatQuantity(numberOf(meter, point), decimals, unit), point] as const;
  const quadrant = quadrantOf(numberOf(meter, 'p'), numberOf(meter, 'qac'));
  return [
    {
      title: t('meters.detail.now'),
      facts: [
        [t('meters.column.role'), roleWord(roleOf(meter))],
        shown(t('meters.power'), 'p', 1, 'kW'),
        shown(t('meters.detail.q'), 'qac', 1, 'kvar'),
        shown(t('meters.detail.s'), 's', 1, 'kVA'),
        shown(t('meters.column.cosphi'), 'cosphi', 3, ''),
        [t('meters.detail.quadrant'), quadrant ? t(`meters.quadrant.q${quadrant}`) : missing],
        shown(t('meters.detail.f'), 'f', 2, 'Hz'),
      ],
    },
    {
      title: t('meters.detail.registers'),
      facts: [
        shown(t('meters.detail.exported'), 'e_imm', 1, 'kWh'),
        shown(t('meters.detail.imported'), 'e_prel', 1, 'kWh'),
        ...quadrants.map(each => {
          const label = t('meters.detail.reactive', { quadrant: t(`meters.quadrant.q${each}`) });
          return shown(label, `er${each}`, 1, 'kvarh');
        }),
        shown(t('meters.detail.today'), 'eday', 1, 'kWh'),
        shown(t('meters.figure.peak'), 'picco', 1, 'kW'),
      ],
    },
  ];
}

/** The energies of today: produced, exported, used on site and imported; and the highest quarter-hour power. */
function figuresOf({ devices, today, zone }: View<Device>): readonly FigureFacts[] {
  const produced = totalOf(devices, 'production', 'eday');
  const exported = totalOf(devices, 'exchange', 'eday');
  const used = produced === null || exported === null ? null : Math.max(0, produced - exported);
  const power = totalOf(devices, 'production', 'p');
  return [
    {
      ...energy(t('meters.figure.produced'), produced),
      help: 'metered',
      note: power === null ? '' : t('meters.figure.now', { power: formatQuantity(power, 1, 'kW') }),
    },
    { ...share(t('meters.figure.exported'), exported, produced), help: 'immessa' },
    { ...share(t('meters.figure.used'), used, produced), help: 'autoconsumata' },
    importedFigure(today, zone),
    peakFigure(devices),
  ];
}

function energy(label: string, kwh: number | null): Omit<FigureFacts, 'help'> {
  return { label, value: formatNumber(kwh, 1), unit: 'kWh', scale: null, note: '' };
}

function share(label: string, part: number | null, whole: number | null): Omit<FigureFacts, 'help'> {
  const percent = shareOf(part, whole);
  return {
    ...energy(label, part),
    scale: { kind: 'level', value: percent },
    note: percent === null ? '' : t('meters.figure.share', { percent: formatQuantity(percent, 0, '%') }),
  };
}

function importedFigure(today: Today | undefined, zone: string): FigureFacts {
  const imported = dayEnergy(today, 'impianto.pprel', zone);
  const figure = {
    ...energy(t('meters.figure.imported'), imported?.kwh ?? null),
    help: 'prelevata',
  } as const;
  if (!imported) return figure;
  return { ...figure, note: t('meters.figure.until', { time: formatTime(imported.toS, zone, 'minute') }) };
}

function peakFigure(meters: readonly Device[]): FigureFacts {
  const peak = totalOf(meters, 'exchange', 'picco');
  return {
    label: t('meters.figure.peak'),
    help: 'quarterPeak',
    value: formatNumber(peak, 1),
    unit: 'kW',
    scale: null,
    note: t('meters.figure.peakNote'),
  };
}
