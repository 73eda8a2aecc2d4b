import { reportIndices } from '../../../contract/report-figures';
import type { OfMeter } from '../../data/readings';
import type { Report } from '../../data/report';
import { formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { Sheet, SheetColumn } from '../../reporting/sheet';
import { itemColumns, textColumn } from '../../reporting/sheets';

const [unit, decimals] = reportIndices.immessa;
const registers = [1, 2, 3, 4].map(nth => [`er${nth}`, `Q${nth}`, 'kvarh', decimals] as const);

/** The frozen readings of the meters, each with what it moved since the one of the month before. */
export function readingsSheet({ readings, zone }: Report): Sheet {
  const sorted = [...readings].sort(
    (a, b) => (a.of('id') ?? 0) - (b.of('id') ?? 0) || (a.of('t') ?? 0) - (b.of('t') ?? 0),
  );
  const [exported, imported] = [t('report.column.immessa'), t('report.column.prelevata')];
  const [name, ...identity] = meterColumns(sorted);
  const columns = [
    timeColumn(sorted, zone, 'presa', t('balance.date')),
    ...itemColumns(sorted, [
      ['e_imm', exported, unit, decimals],
      ['e_prel', imported, unit, decimals],
      ['immessa', `${exported}: ${t('balance.moved')}`, unit, decimals],
      ['prelevata', `${imported}: ${t('balance.moved')}`, unit, decimals],
    ]),
  ];
  return {
    name: 'letture',
    title: t('reports.section.readings'),
    columns: [name, ...columns],
    file: [
      name,
      ...identity,
      ...columns,
      ...itemColumns<string>(sorted as readonly OfMeter<string>[], registers),
    ],
  };
}

/** What a year is declared with: the first and the last reading of each meter, and what it moved in between. */
export function declarationSheet({ declared, zone }: Report): Sheet {
  const [exported, imported] = [t('report.column.immessa'), t('report.column.prelevata')];
  const [begin, end] = [t('reports.begin'), t('reports.end')];
  return {
    name: 'dichiarazione',
    title: t('balance.declaration'),
    columns: [
      ...meterColumns(declared),
      timeColumn(declared, zone, 'da', begin),
      timeColumn(declared, zone, 'a', end),
      ...itemColumns(declared, [
        ['imm_da', `${exported}: ${begin}`, unit, decimals],
        ['imm_a', `${exported}: ${end}`, unit, decimals],
        ['immessa', exported, unit, decimals],
        ['prel_da', `${imported}: ${begin}`, unit, decimals],
        ['prel_a', `${imported}: ${end}`, unit, decimals],
        ['prelevata', imported, unit, decimals],
      ]),
    ],
  };
}

const timeColumn = <Name extends string>(
  meters: readonly OfMeter<Name>[],
  zone: string,
  name: Name,
  label: string,
): SheetColumn => ({
  label,
  unit: '',
  decimals: 0,
  isTime: true,
  values: meters.map(({ of }) => of(name)),
  show: epochS => `${formatTime(epochS, zone, 'date')} ${formatTime(epochS, zone, 'minute')}`,
});

/** What a tax office asks: which meter, at which point of delivery, behind which transformers. */
function meterColumns(meters: readonly OfMeter<'rapporto'>[]): readonly [SheetColumn, ...SheetColumn[]] {
  const column = (label: string, field: 'name' | 'serial' | 'pod') =>
    textColumn(
      label,
      meters.map(meter => meter[field]),
    );
  return [
    column(t('reports.meter'), 'name'),
    column(t('balance.serial'), 'serial'),
    column('POD', 'pod'),
    ...itemColumns(meters, [['rapporto', t('balance.ratio'), '', 0]]),
  ];
}
