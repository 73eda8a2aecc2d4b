import { CommandButtons } from '../../commands/CommandButtons';
import { useSession } from '../../data/session';
import { RefusedList } from '../../device-screens/Refused';
import { formatNumber, formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { DataTable } from '../../ui/DataTable';
import { Icon } from '../../ui/Icon';
import { actions, commandOf } from './controller-commands';
import { type Controller, type FunctionName, ofGreatest } from './controller-live';

interface Props {
  readonly controller: Controller;
  readonly isStale: boolean;
}

/** Requested, applied and measured values, and the commands for users who may give them. */
export function Regulation({ controller, isStale }: Props) {
  const { acting, regulating, askedPercent, appliedPercent, reactivePercent, powerFactor, p, q } = controller;
  const percent = (value: number | null) => formatQuantity(value, 1, '%');
  const rows = [
    [
      t('controller.setPoint.p'),
      `${percent(askedPercent)}${askedBy(acting)}`,
      percent(appliedPercent),
      formatQuantity(p, 1, 'kW'),
    ],
    [
      t('controller.setPoint.q'),
      `${percent(reactivePercent)}${askedBy(regulating)}`,
      formatQuantity(ofGreatest(reactivePercent, controller), 0, 'kvar'),
      formatQuantity(q, 0, 'kvar'),
    ],
    ['cos φ', '', '', formatNumber(powerFactor, 3)],
  ] as const;
  return (
    <>
      <DataTable
        className="set"
        columns={[
          { key: 'name', isHeading: true, cell: ([name]) => name },
          { key: 'asked', head: t('controller.column.asked'), isNumber: true, cell: ([, asked]) => asked },
          {
            key: 'applied',
            head: t('controller.column.applied'),
            isNumber: true,
            cell: ([, , applied]) => applied,
          },
          {
            key: 'measured',
            head: t('controller.column.measured'),
            isNumber: true,
            className: isStale ? 'old' : '',
            cell: ([, , , measured]) => measured,
          },
        ]}
        rows={rows}
        keyOf={([name]) => name}
      />
      {!isStale && <RefusedList group="cci" refused={controller.refused} nameOf={nameOfPoint} />}
      <Commands controller={controller} />
    </>
  );
}

const nameOfPoint = (point: string) => (point === 'qac' ? 'Q' : point.toUpperCase());

const ofOperator: readonly (FunctionName | null)[] = [
  'limitByOperator',
  'setPointByOperator',
  'reactiveByOperator',
];

/** Whose request it is, where it is not the plant's own. */
const askedBy = (acting: FunctionName | null) =>
  ofOperator.includes(acting) ? ` · ${t('controller.source.operator')}` : '';

function Commands({ controller }: { readonly controller: Controller }) {
  if (!useSession()?.mayCommand) {
    return (
      <p className="note">
        <Icon name="lock" /> <span>{t('controller.readOnly')}</span>
      </p>
    );
  }
  return (
    <CommandButtons
      commands={actions.map(action => [t(`controller.offer.${action}`), commandOf(action, controller)])}
      silent={controller.state === 'silent' ? controller.name : null}
    />
  );
}
