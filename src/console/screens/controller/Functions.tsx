import { formatNumber, formatQuantity, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { DataTable } from '../../ui/DataTable';
import type { DataColumn } from '../../ui/data-column';
import { type Controller, type FunctionName, percentOfGreatest } from './controller-live';
import { functionWord } from './words';

/** CEI 0-16 Annexes O and T: priority, logical node, what the function sets, and who requests it. */
const rows = [
  [1, '—', 'limitAtHighVoltage', 'none', 'local'],
  [2, 'Wlim', 'limitByOperator', 'active', 'operator'],
  [3, 'WSd', 'setPointByOperator', 'active', 'operator'],
  [4, 'WSa', 'setPointByMarket', 'active', 'market'],
  [5, 'VArSd', 'reactiveByOperator', 'reactive', 'operator'],
  [6, 'PFSP', 'fixedPowerFactor', 'factor', 'local'],
  [6, 'VArV', 'reactiveByVoltage', 'reactive', 'local'],
  [6, 'PFW', 'powerFactorByPower', 'factor', 'local'],
  [7, 'VArSa', 'reactiveByMarket', 'reactive', 'market'],
  // Outside the annexes: what the plant itself orders, and a power factor of the distribution operator.
  ['—', '—', 'limitByPlant', 'active', 'local'],
  ['—', '—', 'reactiveByPlant', 'reactive', 'local'],
  ['—', '—', 'powerFactorByOperator', 'factor', 'operator'],
] as const satisfies readonly (readonly [number | string, string, FunctionName, string, string])[];
type Row = (typeof rows)[number];
type Quantity = Row[3];

interface Props {
  readonly controller: Controller;
  readonly isStale: boolean;
}

/** The functions by priority; active ones show the requested and the measured value. */
export function Functions({ controller, isStale }: Props) {
  const isActing = ([, , name]: Row) => controller.acting === name || controller.regulating === name;
  const values = (row: Row) => (isActing(row) ? valuesOf(row[3], controller) : [missing, missing]);
  const named = (key: 'priority' | 'state' | 'setPoint' | 'actual' | 'source') =>
    ({ key, head: t(`controller.functionColumn.${key}`), isNamed: true }) as const;
  const classOf = (row: Row) => (isActing(row) ? '' : 'only-l');
  const columns: readonly DataColumn<Row>[] = [
    { ...named('priority'), cell: ([priority]) => priority },
    {
      key: 'function',
      head: t('controller.column.function'),
      isHeading: true,
      cell: ([, , name]) => functionWord(name),
    },
    { key: 'node', head: t('controller.column.node'), className: 'only-l', cell: ([, node]) => node },
    {
      ...named('state'),
      cell: row => (isActing(row) ? <b>{t('controller.acts')}</b> : stateWord(controller)),
    },
    { ...named('setPoint'), isNumber: true, classOf, cell: row => values(row)[0] },
    {
      ...named('actual'),
      isNumber: true,
      className: isStale ? 'old' : '',
      classOf,
      cell: row => values(row)[1],
    },
    { ...named('source'), cell: ([, , , , source]) => t(`controller.source.${source}`) },
  ];
  const rowClass = (row: Row) => (isActing(row) ? '' : 'dim');
  return <DataTable className="stack fun" {...{ columns, rows, rowClass }} keyOf={([, , name]) => name} />;
}

const stateWord = ({ state }: Controller) =>
  t(state === 'silent' || state === 'unavailable' ? 'controller.unknown' : 'controller.ready');

function valuesOf(quantity: Quantity, controller: Controller): readonly [asked: string, actual: string] {
  const percent = (value: number | null) => formatQuantity(value, 1, '%');
  if (quantity === 'active') {
    return [percent(controller.askedPercent), percent(percentOfGreatest(controller.p, controller))];
  }
  if (quantity === 'reactive') {
    return [percent(controller.reactivePercent), percent(percentOfGreatest(controller.q, controller))];
  }
  return [percent(controller.reactivePercent), formatNumber(controller.powerFactor, 3)];
}
