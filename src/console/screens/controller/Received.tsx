import { type GivenCommand, givenCommands } from '../../data/commands';
import { useResource } from '../../data/use-resource';
import { formatNumber, formatTime, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { isAction } from './controller-commands';

const shownAtMost = 6;
const given = givenCommands('cci');
const decimals = { limite_p: 0, setpoint_q: 1, setpoint_cosfi: 3, automatico: null } as const;

/** The last commands: when, from whom, what, and whether the controller took them. */
export function Received({ zone }: { readonly zone: string }) {
  const { value: commands, error } = useResource(given);
  return (
    <>
      <div className="ph">
        <h2>{t('controller.received.title')}</h2>
      </div>
      {commands && commands.length > 0 ? (
        <Rows commands={commands.slice(0, shownAtMost)} zone={zone} />
      ) : (
        <p className="u">
          {commands ? t('controller.received.none') : error ? t('controller.received.failed') : missing}
        </p>
      )}
    </>
  );
}

function Rows({ commands, zone }: { readonly commands: readonly GivenCommand[]; readonly zone: string }) {
  return (
    <table className="stack rec">
      <thead>
        <tr>
          <th scope="col">{t('controller.received.time')}</th>
          <th scope="col">{t('controller.column.source')}</th>
          <th scope="col">{t('controller.received.command')}</th>
          <th scope="col" className="n">
            {t('controller.received.value')}
          </th>
          <th scope="col">{t('controller.received.outcome')}</th>
        </tr>
      </thead>
      <tbody>
        {commands.map(command => (
          <tr key={command.id}>
            <td className="u">
              {formatTime(command.atS, zone, 'date')} {formatTime(command.atS, zone, 'clock')}
            </td>
            <td data-l={t('controller.column.source')}>{command.by || t('controller.source.operator')}</td>
            <th scope="row">{actionWord(command.action)}</th>
            <td className="n" data-l={t('controller.received.value')}>
              {valueWords(command)}
            </td>
            <td data-l={t('controller.received.outcome')}>
              {t(command.isTaken ? 'controller.received.taken' : 'controller.received.refused')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const actionWord = (action: string) => (isAction(action) ? t(`controller.received.${action}`) : action);

/** "100 → 60 %" */
function valueWords({ action, old, next }: GivenCommand): string {
  const shown = isAction(action) ? decimals[action] : 1;
  if (shown === null || next === null) return missing;
  const unit = action === 'setpoint_cosfi' ? '' : '\u00a0%';
  return `${old === null ? '' : `${formatNumber(old, shown)} → `}${formatNumber(next, shown)}${unit}`;
}
