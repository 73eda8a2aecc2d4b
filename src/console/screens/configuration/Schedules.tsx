import { useState } from 'react';
import { ScheduleBody } from '../../../contract/schedules';
import { ConfigSheet } from '../../configuration/ConfigSheet';
import { configScreen, type PartProps } from '../../configuration/descriptor';
import { deviceFacts, fallbackZone } from '../../data/facts';
import { isObject, textIn, timeOrNull } from '../../data/read';
import { write } from '../../data/records';
import { useResource } from '../../data/use-resource';
import { valueAt } from '../../form/paths';
import { formatList, formatTime, missing } from '../../i18n/format';
import { t, textOf } from '../../i18n/translate';
import { useSaid } from '../../i18n/use-said';
import { Icon } from '../../ui/Icon';
import { boxActions, forBox, useBox } from './for-box';

const words = 'scheduleField';

export const schedules = configScreen({
  title: 'menu.schedules',
  source: {
    read: 'GET pianificazioni',
    create: 'POST pianificazioni',
    change: 'PUT pianificazioni/:id',
    remove: 'DELETE pianificazioni/:id',
    noteOf: record =>
      [
        textOf(words, 'choice', 'tipo', textIn(valueAt(record, 'azione.tipo'))),
        textOf(words, 'choice', 'ricorrenza', textIn(valueAt(record, 'quando.ricorrenza'))),
        record.ostacolo === 'non_possibile' && t('schedule.reason.non_possibile'),
      ]
        .filter(Boolean)
        .join(', '),
  },
  schema: ScheduleBody,
  words,
  groups: [
    { title: 'schedule.what', fields: ['nome', 'abilitata', 'azione.tipo', 'priorita'] },
    {
      title: 'schedule.how',
      fields: [
        'azione.report',
        'azione.allegato',
        'azione.pdf',
        'azione.percentuale',
        'azione.uscita',
        'azione.attiva',
        'azione.bersaglio',
        'azione.copie',
        'azione.gruppo',
        'azione.da_priorita',
        'azione.inverter',
        'azione.quadro',
        'azione.tracker',
        'azione.segnale',
        'azione.codice',
        'azione.motivo',
        'azione.concordata',
        'azione.durata',
        'azione.a_fine',
        'azione.destinatari',
      ],
    },
    {
      title: 'schedule.when',
      fields: [
        'quando.ricorrenza',
        'quando.data',
        'quando.ora',
        'quando.giorni',
        'quando.giorno',
        'quando.evento',
        'quando.scarto',
        'valida_dal',
        'valida_al',
      ],
    },
  ],
  rules: {
    refers: {
      'azione.inverter': 'GET config/inverters',
      'azione.quadro': 'GET config/box-stringhe',
      'azione.tracker': 'GET config/trackers',
      'azione.segnale': 'GET config/digital-signals',
    },
    findingsOf: ({ abilitata }) =>
      abilitata === false ? [{ campo: 'abilitata', codice: 'off', isWarning: true }] : [],
  },
  Parts: props => (
    <>
      <BoxSentence {...props} />
      <Runs {...props} />
      <SendNow {...props} />
    </>
  ),
});

const actionName = (action: string) => textOf(words, 'choice', 'tipo', action) ?? action;

/** Which actions this box does not offer, and that it only records the chosen one. */
function BoxSentence({ form }: PartProps) {
  const { can } = useBox();
  if (!can) return null;
  const missingActions = Object.keys(boxActions).filter(action => !boxActions[action]?.(can));
  const isRecorded = can.registra && String(valueAt(form.draft, 'azione.tipo')) in boxActions;
  return (
    <>
      {missingActions.length > 0 && (
        <p className="u">
          {t('schedule.notOffered', { actions: formatList(missingActions.map(actionName)) })}
        </p>
      )}
      {isRecorded && <p className="u">{t('schedule.recorded')}</p>}
    </>
  );
}

/** "riuscita"; or "fallita", and why. */
const outcomeWords = (outcome: unknown, reason: unknown) =>
  [textOf('schedule', 'outcome', textIn(outcome)), textOf('schedule', 'reason', textIn(reason))]
    .filter(Boolean)
    .join(', ');

/** The last run with its result, and the time of the next run. */
function Runs({ record }: PartProps) {
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  if (record.id === undefined) return null;
  const at = (value: unknown) => {
    const epochS = timeOrNull(value);
    return epochS === null
      ? missing
      : `${formatTime(epochS, zone, 'date')} ${formatTime(epochS, zone, 'minute')}`;
  };
  const last = isObject(record.ultimo) ? record.ultimo : null;
  const obstacle = textOf('schedule', 'reason', textIn(record.ostacolo));
  return (
    <dl className="kv">
      {obstacle && (
        <>
          <dt>
            <Icon name="warn" /> {t('schedule.cannot')}
          </dt>
          <dd>
            {record.ostacolo === 'posta_mancante' ? <a href="/config/setup-sistema">{obstacle}</a> : obstacle}
          </dd>
        </>
      )}
      <dt>{t('schedule.last')}</dt>
      <dd>{last ? `${at(last.inizio)}, ${outcomeWords(last.esito, last.motivo)}` : t('schedule.never')}</dd>
      <dt>{t('schedule.next')}</dt>
      <dd>{at(record.prossimo)}</dd>
    </dl>
  );
}

/** Sends the report of the saved schedule at once, and says what came of it. */
function SendNow({ record }: PartProps) {
  const [said, say] = useSaid();
  const [isBusy, setBusy] = useState(false);
  if (record.id === undefined || valueAt(record, 'azione.tipo') !== 'report_email') return null;
  const send = async () => {
    setBusy(true);
    const result = await write('POST pianificazioni/:id/invia', { params: { id: String(record.id) } });
    setBusy(false);
    const motivo = result.kind === 'saved' && isObject(result.value) ? result.value.motivo : 'interno';
    say(() => outcomeWords(motivo === null ? 'riuscita' : 'fallita', motivo));
  };
  return (
    <>
      <button type="button" className="o" disabled={isBusy} aria-busy={isBusy} onClick={() => void send()}>
        {t('schedule.send')}
      </button>
      <p role="status">{said}</p>
    </>
  );
}

export function Screen() {
  const { can, isKnown } = useBox();
  return isKnown && <ConfigSheet screen={forBox(schedules, can)} />;
}
