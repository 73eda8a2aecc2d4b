import { meterPlantQuantities, meterQuantities } from '../../data/live-codes';
import { shareOf } from '../../data/statistics';
import { computed, drawing, quantitiesOf, wording } from '../../device-screens/columns';
import type { Column, DeviceScreen, FactGroup, TrendLine, View } from '../../device-screens/descriptor';
import { type Device, deviceList, numberOf } from '../../device-screens/device-list';
import { pointWords } from '../../device-screens/point-words';
import type { Today } from '../../device-screens/today';
import { formatNumber, formatQuantity, formatTime, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { WordKey } from '../../i18n/words';
import type { FigureFacts } from '../../ui/Figure';
import { dayEnergy } from './day-energy';
import { Level, MeterSpark } from './MeterCells';
import { MeterDrawing } from './MeterDrawing';
import { MetersToday } from './MetersToday';
import { quadrantOf, quadrants } from './quadrant';
import { roleOf, roleWord, totalOf } from './roles';

const quantity = quantitiesOf('contatori', meterQuantities);

/** A column for a register, in MWh with three decimals. */
function register(point: 'e_imm' | 'e_prel', head: WordKey): Column<Device> {
  const read = (meter: Device) => {
    const kwh = numberOf(meter, point);
    return kwh === null ? null : kwh / 1000;
  };
  return computed(point, head, ['MWh', 3], read, { isOnCard: true });
}

const columns: readonly Column<Device>[] = [
  wording('ruolo', 'meters.column.role', meter => roleWord(roleOf(meter))),
  quantity('p', 'meters.column.p', { isOnCard: true }),
  drawing('level', 'meters.column.level', Level),
  quantity('qac', 'meters.column.qac'),
  quantity('cosphi', 'meters.column.cosphi', { help: 'cosphi' }),
  drawing('spark', 'meters.column.spark', MeterSpark),
  quantity('eday', 'meters.column.eday', { isOnCard: true }),
  register('e_imm', 'meters.column.e_imm'),
  register('e_prel', 'meters.column.e_prel'),
  quantity('picco', 'meters.column.picco', { help: 'quarterPeak' }),
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
  Panels: MetersToday,
};

/** The contents of a meter's drawer. */
function factGroups(meter: Device): readonly FactGroup[] {
  const shown = (label: string, point: (typeof meterQuantities)[number]) =>
    [label, pointWords('contatori', point, numberOf(meter, point)), point] as const;
  const quadrant = quadrantOf(numberOf(meter, 'p'), numberOf(meter, 'qac'));
  return [
    {
      title: t('meters.detail.now'),
      facts: [
        [t('meters.column.role'), roleWord(roleOf(meter))],
        shown(t('meters.power'), 'p'),
        shown(t('meters.detail.q'), 'qac'),
        shown(t('meters.detail.s'), 's'),
        shown(t('meters.column.cosphi'), 'cosphi'),
        [t('meters.detail.quadrant'), quadrant ? t(`meters.quadrant.q${quadrant}`) : missing],
        shown(t('meters.detail.f'), 'f'),
      ],
    },
    {
      title: t('meters.detail.registers'),
      facts: [
        shown(t('meters.detail.exported'), 'e_imm'),
        shown(t('meters.detail.imported'), 'e_prel'),
        ...quadrants.map(each => {
          const label = t('meters.detail.reactive', { quadrant: t(`meters.quadrant.q${each}`) });
          return shown(label, `er${each}`);
        }),
        shown(t('meters.detail.today'), 'eday'),
        shown(t('meters.figure.peak'), 'picco'),
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
