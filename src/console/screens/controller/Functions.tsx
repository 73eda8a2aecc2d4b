import '../../ui/lists.css';
import '../../ui/table.css';
import { formatNumber, formatQuantity, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { type Controller, type FunctionName, percentOfRated } from './controller-live';
import { functionWord } from './words';

/** CEI 0-16 Annex O and T: priority, logical node, what it sets and who asks for it. */
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
] as const satisfies readonly (readonly [number, string, FunctionName, string, string])[];
type Quantity = (typeof rows)[number][3];

/** The functions by priority; those that act show what is asked and what is measured. */
export function Functions({
  controller,
  isStale,
}: {
  readonly controller: Controller;
  readonly isStale: boolean;
}) {
  return (
    <table className="stack fun">
      <thead>
        <tr>
          <th scope="col">{t('controller.column.priority')}</th>
          <th scope="col">{t('controller.column.function')}</th>
          <th scope="col">{t('controller.column.node')}</th>
          <th scope="col">{t('controller.column.state')}</th>
          <th scope="col" className="n">
            {t('controller.column.setPoint')}
          </th>
          <th scope="col" className="n">
            {t('controller.column.actual')}
          </th>
          <th scope="col">{t('controller.column.source')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([priority, node, name, quantity, source]) => {
          const isActing = controller.acting === name || controller.regulating === name;
          const [asked, actual] = isActing ? valuesOf(quantity, controller) : [missing, missing];
          return (
            <tr key={name} className={isActing ? '' : 'dim'}>
              <td data-l={t('controller.column.priority')}>{priority}</td>
              <th scope="row">{functionWord(name)}</th>
              <td className="only-l">{node}</td>
              <td data-l={t('controller.column.state')}>
                {isActing ? <b>{t('controller.acts')}</b> : stateWord(controller)}
              </td>
              <td className={isActing ? 'n' : 'n only-l'} data-l={t('controller.column.setPoint')}>
                {asked}
              </td>
              <td
                className={`n${isStale ? ' old' : ''}${isActing ? '' : ' only-l'}`}
                data-l={t('controller.column.actual')}
              >
                {actual}
              </td>
              <td data-l={t('controller.column.source')}>{t(`controller.source.${source}`)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const stateWord = ({ state }: Controller) =>
  t(state === 'silent' || state === 'unavailable' ? 'controller.unknown' : 'controller.ready');

function valuesOf(quantity: Quantity, controller: Controller): readonly [asked: string, actual: string] {
  const percent = (value: number | null) => formatQuantity(value, 1, '%');
  if (quantity === 'active') {
    return [percent(controller.askedPercent), percent(percentOfRated(controller.p, controller))];
  }
  if (quantity === 'reactive') {
    return [percent(controller.reactivePercent), percent(percentOfRated(controller.q, controller))];
  }
  return [percent(controller.reactivePercent), formatNumber(controller.powerFactor, 3)];
}
