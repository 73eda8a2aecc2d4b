import { ConsentDialog } from '../../configuration/ConsentDialog';
import { type Json, listIn, numberOrNull, objectsIn, textIn, textOrNull } from '../../data/read';
import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { DataTable } from '../../ui/DataTable';
import type { DataColumn } from '../../ui/data-column';

interface Props {
  /** The answer of the datalogger. */
  readonly preview: Json;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** What days and months become when a time is marked as invalid, before that is done. */
export function MarkDialog({ preview, isBusy, onConfirm, onClose }: Props) {
  return (
    <ConsentDialog
      title={t('invalid.ask')}
      confirm={t('invalid.mark')}
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{t('invalid.askText')}</p>
      <DataTable
        label={t('invalid.months')}
        className="stack"
        columns={columnsOf([
          ['energia', t('invalid.plantEnergy'), 1],
          ['persa', t('invalid.lost'), 1],
          ['ricavo', t('invalid.revenue'), 2],
        ])}
        rows={objectsIn(preview.mesi)}
        keyOf={({ d }) => textIn(d)}
      />
      <DataTable
        label={t('invalid.days')}
        className="stack"
        columns={columnsOf([
          ['dispositivo', t('invalid.deviceEnergy'), 1],
          ['impianto', t('invalid.plantEnergy'), 1],
        ])}
        rows={objectsIn(preview.giorni)}
        keyOf={({ d }) => textIn(d)}
      />
    </ConsentDialog>
  );
}

const columnsOf = (
  figures: readonly (readonly [field: string, head: string, decimals: number])[],
): readonly DataColumn<Json>[] => [
  { key: 'd', head: t('invalid.period'), isHeading: true, cell: ({ d }) => textOrNull(d) },
  ...figures.map(
    ([field, head, decimals]): DataColumn<Json> => ({
      key: field,
      head,
      isNamed: true,
      cell: row => changeWords(row[field], decimals),
    }),
  ),
];

/** "5.120,4 → 4.987,0". */
function changeWords(change: unknown, decimals: number): string {
  const [before, after] = listIn(change);
  return [before, after].map(each => formatNumber(numberOrNull(each), decimals)).join(' → ');
}
