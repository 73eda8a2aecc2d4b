import type { PartProps } from '../../configuration/descriptor';
import { deviceFacts, fallbackZone } from '../../data/facts';
import { isObject, type Json, numberOrNull, objectsIn, textIn, textOrNull } from '../../data/read';
import { recordsOf } from '../../data/records';
import { useResource } from '../../data/use-resource';
import { formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { DataTable } from '../../ui/DataTable';
import type { DataColumn } from '../../ui/data-column';
import { momentWords, outcomeOf, Trial } from './Trial';
import { UsedWhileOff } from './UsedWhileOff';

/** A test with the values in the form, saved or not, and the latest transfers. */
export function SharingParts({ form, record }: PartProps) {
  return (
    <>
      <UsedWhileOff form={form} record={record} />
      <Trial form={form} call="POST condivisione-dati/prova" />
      <Transfers />
    </>
  );
}

const log = recordsOf('GET condivisione-dati/registro');

/** The last transfers, newest first, and the data that still waits to be sent. */
function Transfers() {
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  const { value: [answer] = [] } = useResource(log);
  const rows = objectsIn(answer?.trasferimenti);
  const waiting = isObject(answer?.in_attesa) ? numberOrNull(answer.in_attesa.file) : null;
  return (
    <fieldset>
      <legend>{t('sharing.log')}</legend>
      <p>
        {waiting !== null && waiting > 0 && t('sharing.waiting', { count: waiting })}
        {answer && rows.length === 0 && t('sharing.none')}
      </p>
      <DataTable
        label={t('sharing.log')}
        columns={columnsOf(zone)}
        rows={rows}
        keyOf={row => textIn(row.id)}
      />
    </fieldset>
  );
}

const columnsOf = (zone: string): readonly DataColumn<Json>[] => [
  { key: 'time', isHeading: true, cell: ({ t: sentS }) => momentWords(sentS, zone) },
  { key: 'file', className: 'mono', cell: ({ file }) => textOrNull(file) },
  { key: 'bytes', isNumber: true, cell: ({ byte }) => formatQuantity(numberOrNull(byte), 0, 'B') },
  { key: 'outcome', cell: outcomeOf },
];
