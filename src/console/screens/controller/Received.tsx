import { type GivenCommand, givenCommands } from '../../data/commands';
import { useResource } from '../../data/use-resource';
import { formatTime, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { DataTable } from '../../ui/DataTable';
import type { DataColumn } from '../../ui/data-column';
import { FileButtons } from '../../ui/FileButtons';
import { NotProvided } from '../../ui/NotProvided';
import type { Controller } from './controller-live';
import { actionWord, outcomeWords, valueWords } from './received-words';
import { StepResponse } from './StepResponse';

const shownAtMost = 6;
const given = givenCommands('cci');

interface Props {
  readonly zone: string;
  readonly controller: Controller;
}

/** The last commands: time, sender, content, and whether the controller accepted them. */
export function Received({ zone, controller }: Props) {
  const { value: commands, error } = useResource(given);
  return (
    <>
      <div className="ph">
        <h2>{t('controller.received.title')}</h2>
        {commands && commands.length > 0 && (
          <FileButtons save={() => import('./orders-file').then(({ saveOrders }) => saveOrders(zone))} />
        )}
      </div>
      {commands && commands.length > 0 ? (
        <>
          <Rows commands={commands.slice(0, shownAtMost)} zone={zone} />
          <StepResponse orders={commands} controller={controller} zone={zone} />
        </>
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
