import { useState } from 'react';
import type { PartProps } from '../../configuration/descriptor';
import { deviceFacts, fallbackZone } from '../../data/facts';
import { isObject, type Json, numberOrNull, textOrNull, timeOrNull } from '../../data/read';
import { recordsOf, write } from '../../data/records';
import { useResource } from '../../data/use-resource';
import { formatQuantity, formatTime } from '../../i18n/format';
import { t, textOf } from '../../i18n/translate';
import { DataTable } from '../../ui/DataTable';
import type { DataColumn } from '../../ui/data-column';

/** A test with the values in the form, saved or not, and the latest transfers. */
export function SharingParts({ form }: PartProps) {
  const [steps, setSteps] = useState<readonly Json[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const trial = async () => {
    setBusy(true);
    setSteps(null);
    const result = await write('POST condivisione-dati/prova', { body: form.body });
    setBusy(false);
    const details = result.kind === 'refused' ? result.error.details : null;
    const refusal = details?.code;
    const isAsked = refusal === 'required' && details?.field === 'password';
    if (isAsked) form.refuse('password', { code: 'required' });
    const words = isAsked
      ? t('sharing.passwordAgain')
      : (textOf('config', 'refusal', refusal ?? '') ?? t('sharing.tryFailed'));
    setFailure(result.kind === 'saved' ? '' : words);
    const passi = result.kind === 'saved' && isObject(result.value) ? result.value.passi : [];
    setSteps(Array.isArray(passi) ? passi.filter(isObject) : []);
  };
  return (
    <>
      <button
        type="button"
        className="o"
        disabled={isBusy || form.isReadOnly || form.faults.size > 0}
        aria-busy={isBusy}
        onClick={() => void trial()}
      >
        {t(isBusy ? 'sharing.trying' : 'sharing.try')}
      </button>
      <div role="status">
        {failure && <p>{failure}</p>}
        <ol>
          {(steps ?? []).map(step => (
            <li key={textOrNull(step.passo)}>
              {textOf('sharing', 'step', textOrNull(step.passo) ?? '') ?? ''}: {outcomeOf(step)}
            </li>
          ))}
        </ol>
      </div>
      <Transfers />
    </>
  );
}

/** "riuscito", or the failure and its reason. */
function outcomeOf({ esito, motivo }: Json): string {
  const outcome = textOf('sharing', 'outcome', textOrNull(esito) ?? '') ?? '';
  const reason = textOf('sharing', 'reason', textOrNull(motivo) ?? '');
  return [outcome, reason].filter(Boolean).join(', ');
}

const log = recordsOf('GET condivisione-dati/registro');

/** The last transfers, newest first, and the data that still waits to be sent. */
function Transfers() {
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  const { value: [answer] = [] } = useResource(log);
  const rows = Array.isArray(answer?.trasferimenti) ? answer.trasferimenti.filter(isObject) : [];
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
        keyOf={row => textOrNull(row.id) ?? ''}
      />
    </fieldset>
  );
}

const columnsOf = (zone: string): readonly DataColumn<Json>[] => [
  {
    key: 'time',
    isHeading: true,
    cell: ({ t: sentS }) => {
      const atS = timeOrNull(sentS);
      return `${formatTime(atS, zone, 'date')} ${formatTime(atS, zone, 'clock')}`;
    },
  },
  { key: 'file', className: 'mono', cell: ({ file }) => textOrNull(file) },
  { key: 'bytes', isNumber: true, cell: ({ byte }) => formatQuantity(numberOrNull(byte), 0, 'B') },
  { key: 'outcome', cell: outcomeOf },
];
