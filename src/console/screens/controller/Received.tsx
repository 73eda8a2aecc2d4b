import { type GivenCommand, givenCommands } from '../../data/commands';
import { useResource } from '../../data/use-resource';
import { formatDuration, formatNumber, formatTime, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { DataTable } from '../../ui/DataTable';
import type { DataColumn } from '../../ui/data-column';
import { NotProvided } from '../../ui/NotProvided';
import { isAction } from './controller-commands';

const shownAtMost = 6;
const given = givenCommands('cci');
const decimals = { limite_p: 0, setpoint_q: 1, setpoint_cosfi: 3, automatico: null } as const;

/** The last commands: time, sender, content, and whether the controller accepted them. */
export function Received({ zone }: { readonly zone: string }) {
  const { value: commands, error } = useResource(given);
  return (
    <>
      <div className="ph">
        <h2>{t('controller.received.title')}</h2>
      </div>
      {commands && commands.length > 0 ? (
        <Rows commands={commands.slice(0, shownAtMost)} zone={zone} />
      ) : !commands && error?.isNotProvided ? (
        <NotProvided path="comandi" />
      ) : (
        <p className="u">
          {commands ? t('controller.received.none') : error ? t('controller.received.failed') : missing}
        </p>
      )}
    </>
  );
}

function Rows({ commands, zone }: { readonly commands: readonly GivenCommand[]; readonly zone: string }) {
  const columns: readonly DataColumn<GivenCommand>[] = [
    {
      key: 'time',
      head: t('controller.received.time'),
      className: 'u',
      cell: ({ atS }) => `${formatTime(atS, zone, 'date')} ${formatTime(atS, zone, 'clock')}`,
    },
    {
      key: 'source',
      head: t('controller.functionColumn.source'),
      isNamed: true,
      cell: ({ by }) => by || t('controller.source.operator'),
    },
    {
      key: 'command',
      head: t('controller.received.command'),
      isHeading: true,
      cell: ({ action }) => actionWord(action),
    },
    { key: 'value', head: t('controller.received.value'), isNumber: true, isNamed: true, cell: valueWords },
    {
      key: 'outcome',
      head: t('controller.received.outcome'),
      isNamed: true,
      cell: outcomeWords,
    },
  ];
  return <DataTable className="stack rec" columns={columns} rows={commands} keyOf={({ id }) => id} />;
}

const actionWord = (action: string) => (isAction(action) ? t(`controller.action.${action}`) : action);

/** "100 → 60 %" */
function valueWords({ action, old, next }: GivenCommand): string {
  const shown = decimalsOf(action);
  if (shown === null || next === null) return missing;
  return `${old === null ? '' : `${formatNumber(old, shown)} → `}${formatNumber(next, shown)}${unitOf(action)}`;
}

/** "60 % after 12 s", or whether it was accepted. */
function outcomeWords({ action, applied, followedS, isTaken }: GivenCommand): string {
  const shown = decimalsOf(action);
  if (applied === null || followedS === null || shown === null)
    return t(isTaken ? 'controller.received.taken' : 'controller.received.refused');
  const value = formatNumber(applied, shown) + unitOf(action);
  return t('controller.received.followed', { value, time: formatDuration(followedS) });
}

const decimalsOf = (action: string) => (isAction(action) ? decimals[action] : 1);
const unitOf = (action: string) => (action === 'setpoint_cosfi' ? '' : '\u00a0%');
