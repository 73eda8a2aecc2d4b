import type { FactGroup } from '../../devices/descriptor';
import { formatDifference, formatNumber, formatQuantity, missing } from '../../i18n/format';
import type words from '../../i18n/languages/it/inverter-detail.json';
import { t } from '../../i18n/translate';
import { inverterStateWord } from '../../ui/inverter-words';
import { eventWords, limitWords } from './codes';
import type { Inverter } from './inverter-list';

/** The points of the inverter that the drawer reads; units and meanings as in contract/points.ts. */
export const detailPoints = [
  ...['pac', 'qac', 'sac', 'cosphi', 'uab', 'ubc', 'uca', 'ia', 'ib', 'ic', 'fac', 'pdc', 'udc', 'idc'],
  ...[
    'eday',
    'etot',
    'tcab',
    'tsnk',
    'tlim',
    'riso',
    'plim',
    'plimsrc',
    'evt',
    'ore',
    'eff',
    'yday',
    'dev',
    'pn',
    'kwp',
    'ingressi',
  ],
] as const;

type Label = Exclude<
  keyof (typeof words)['inverterDetail'],
  'event' | 'source' | 'map' | 'inputs' | 'diagram'
>;
type Shown = readonly [label: Label, point: (typeof detailPoints)[number], decimals: number, unit: string];

/** The measurements by place, from top to bottom. */
const measures: readonly (readonly [title: Label, shown: readonly Shown[]])[] = [
  [
    'ac',
    [
      ['power', 'pac', 1, 'kW'],
      ['nominal', 'pn', 1, 'kW'],
      ['reactive', 'qac', 1, 'kvar'],
      ['apparent', 'sac', 1, 'kVA'],
      ['cosphi', 'cosphi', 3, ''],
      ['frequency', 'fac', 2, 'Hz'],
    ],
  ],
  [
    'dc',
    [
      ['power', 'pdc', 1, 'kW'],
      ['voltage', 'udc', 0, 'V'],
      ['current', 'idc', 1, 'A'],
      ['peak', 'kwp', 1, 'kWp'],
      ['insulation', 'riso', 0, 'kΩ'],
      ['efficiency', 'eff', 1, '%'],
    ],
  ],
  [
    'temperatures',
    [
      ['cabinet', 'tcab', 0, '°C'],
      ['heatsink', 'tsnk', 0, '°C'],
    ],
  ],
  [
    'energy',
    [
      ['today', 'eday', 1, 'kWh'],
      ['yield', 'yday', 2, 'kWh/kWp'],
      ['total', 'etot', 0, 'kWh'],
      ['hours', 'ore', 0, 'h'],
    ],
  ],
];

export function factGroups(inverter: Inverter): readonly FactGroup[] {
  const value = (point: string) => inverter.values.get(point) ?? null;
  return [
    stateGroup(inverter, value),
    ...measures.map(([title, shown]) => ({
      title: t(`inverterDetail.${title}`),
      facts: shown.map(
        ([label, point, decimals, unit]) =>
          [t(`inverterDetail.${label}`), formatQuantity(value(point), decimals, unit), point] as const,
      ),
    })),
  ];
}

function stateGroup(inverter: Inverter, value: (point: string) => number | null): FactGroup {
  const deviation = value('dev');
  return {
    title: t('inverterDetail.state'),
    facts: [
      [t('inverterDetail.state'), inverterStateWord(inverter.kind)],
      [t('inverterDetail.code'), formatNumber(inverter.state, 0)],
      [t('inverterDetail.events'), eventWords(value('evt'))],
      [t('inverterDetail.limit'), limitWords(value('plim'), value('plimsrc'))],
      [
        t('inverterDetail.deviation'),
        deviation === null ? missing : `${formatDifference(deviation, 1)}\u00a0%`,
      ],
    ],
  };
}
