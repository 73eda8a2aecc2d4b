import type { PointOf } from '../../../contract/points';
import type { FactGroup } from '../../device-screens/descriptor';
import { pointWords } from '../../device-screens/point-words';
import { formatDifference, formatNumber, missing } from '../../i18n/format';
import type words from '../../i18n/languages/it/inverter-detail.json';
import { t } from '../../i18n/translate';
import { inverterStateWord } from '../../ui/inverter-words';
import { eventWords, limitWords } from './codes';
import type { Inverter } from './inverter-list';

/** The points of the inverter that the drawer reads; units and meanings as in contract/points.ts. */
export const detailPoints = [
  'pac',
  'qac',
  'sac',
  'cosphi',
  'uab',
  'ubc',
  'uca',
  'ia',
  'ib',
  'ic',
  'fac',
  'pdc',
  'udc',
  'idc',
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
] as const satisfies readonly PointOf<'inverter'>[];

type Label = keyof (typeof words)['inverterDetail']['fact'];
/** Decimals where the drawer shows fewer than the contract. */
type Shown = readonly [label: Label, point: (typeof detailPoints)[number], decimals?: number];

/** The measurements by place, from top to bottom. */
const measures: readonly (readonly [title: Label, shown: readonly Shown[]])[] = [
  [
    'ac',
    [
      ['power', 'pac'],
      ['nominal', 'pn'],
      ['reactive', 'qac'],
      ['apparent', 'sac'],
      ['cosphi', 'cosphi'],
      ['frequency', 'fac'],
    ],
  ],
  [
    'dc',
    [
      ['power', 'pdc'],
      ['voltage', 'udc', 0],
      ['current', 'idc'],
      ['peak', 'kwp'],
      ['insulation', 'riso'],
      ['efficiency', 'eff'],
    ],
  ],
  [
    'temperatures',
    [
      ['cabinet', 'tcab', 0],
      ['heatsink', 'tsnk', 0],
    ],
  ],
  [
    'energy',
    [
      ['today', 'eday'],
      ['yield', 'yday'],
      ['total', 'etot'],
      ['hours', 'ore'],
    ],
  ],
];

export function factGroups(inverter: Inverter): readonly FactGroup[] {
  const value = (point: string) => inverter.values.get(point) ?? null;
  return [
    stateGroup(inverter, value),
    ...measures.map(([title, shown]) => ({
      title: t(`inverterDetail.fact.${title}`),
      facts: shown.map(
        ([label, point, decimals]) =>
          [
            t(`inverterDetail.fact.${label}`),
            pointWords('inverter', point, value(point), decimals),
            point,
          ] as const,
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
