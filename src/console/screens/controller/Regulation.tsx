import { CommandButtons } from '../../commands/CommandButtons';
import { useSession } from '../../data/session';
import { formatNumber, formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Icon } from '../../ui/Icon';
import { actions, commandOf } from './controller-commands';
import { type Controller, ofRated } from './controller-live';

interface Props {
  readonly controller: Controller;
  readonly isStale: boolean;
}

/** What is asked, what is applied and what is measured, and the commands for those who may. */
export function Regulation({ controller, isStale }: Props) {
  const { askedPercent, appliedPercent, reactivePercent, powerFactor, p, q } = controller;
  const percent = (value: number | null) => formatQuantity(value, 1, '%');
  const rows = [
    [t('controller.setPoint.p'), percent(askedPercent), percent(appliedPercent), formatQuantity(p, 1, 'kW')],
    [
      t('controller.setPoint.q'),
      percent(reactivePercent),
      formatQuantity(ofRated(reactivePercent, controller), 0, 'kvar'),
      formatQuantity(q, 0, 'kvar'),
    ],
    ['cos φ', '', '', formatNumber(powerFactor, 3)],
  ] as const;
  return (
    <>
      <table className="set">
        <thead>
          <tr>
            <td />
            <th scope="col" className="n">
              {t('controller.column.asked')}
            </th>
            <th scope="col" className="n">
              {t('controller.column.applied')}
            </th>
            <th scope="col" className="n">
              {t('controller.column.measured')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, asked, applied, measured]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="n">{asked}</td>
              <td className="n">{applied}</td>
              <td className={isStale ? 'n old' : 'n'}>{measured}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Commands controller={controller} />
    </>
  );
}

function Commands({ controller }: { readonly controller: Controller }) {
  const role = useSession()?.role;
  if (role !== 'admin') {
    return (
      <p className="note">
        <Icon name="lock" /> <span>{t('controller.readOnly')}</span>
      </p>
    );
  }
  return (
    <CommandButtons
      commands={actions.map(action => [t(`controller.command.${action}`), commandOf(action, controller)])}
      silent={controller.state === 'silent' ? controller.name : null}
    />
  );
}
