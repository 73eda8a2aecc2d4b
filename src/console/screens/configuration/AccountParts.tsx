import { useState } from 'react';
import { ConsentDialog } from '../../configuration/ConsentDialog';
import { logAddress, type PartProps } from '../../configuration/descriptor';
import { deviceFacts, fallbackZone } from '../../data/facts';
import { isObject, textIn, textOrNull, timeOrNull } from '../../data/read';
import { write } from '../../data/records';
import { useSession } from '../../data/session';
import { useResource } from '../../data/use-resource';
import { formatTime } from '../../i18n/format';
import { t, textOf } from '../../i18n/translate';
import { useSaid } from '../../i18n/use-said';

/** The last login of an account, and the actions of an administrator for its access. */
export function AccountParts({ record }: PartProps) {
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  const isAdministrator = useSession()?.role === 'admin';
  const id = textOrNull(record.id);
  const lastS = timeOrNull(record.ultimo_accesso);
  const last =
    lastS === null
      ? t('account.never')
      : `${formatTime(lastS, zone, 'date')} ${formatTime(lastS, zone, 'minute')}`;
  return (
    <>
      <p>{t('account.last', { time: last })}</p>
      {isAdministrator && id && <Access key={id} {...{ id, record, zone }} />}
    </>
  );
}

interface AccessProps {
  readonly id: string;
  readonly record: PartProps['record'];
  readonly zone: string;
}

function Access({ id, record, zone }: AccessProps) {
  const [said, say] = useSaid();
  const [isBusy, setBusy] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const act = async (key: 'POST account/:id/codice' | 'DELETE account/:id/sessioni') => {
    setBusy(true);
    const result = await write(key, { params: { id } });
    setBusy(false);
    setEnding(false);
    const reply = result.kind === 'saved' && isObject(result.value) ? result.value : {};
    const code = textOrNull(reply.codice);
    const until = formatTime(timeOrNull(reply.scade), zone, 'minute');
    const refusal = result.kind === 'refused' ? (result.error.details.code ?? '') : '';
    const failure = () => textOf('config', 'refusal', refusal) ?? t('account.failed');
    const success = () => (code === null ? t('account.ended') : t('account.code', { code, time: until }));
    say(result.kind === 'saved' ? success : failure);
  };
  return (
    <>
      <div className="row">
        <button
          type="button"
          className="o"
          disabled={isBusy}
          onClick={() => void act('POST account/:id/codice')}
        >
          {t('account.makeCode')}
        </button>
        <button type="button" className="o" disabled={isBusy} onClick={() => setEnding(true)}>
          {t('account.endSessions')}
        </button>
        <a href={logAddress({ utente: textIn(record.user) })}>{t('account.log')}</a>
      </div>
      <p role="status">{said}</p>
      {isEnding && (
        <ConsentDialog
          title={t('account.endAsk', { name: textIn(record.nome) })}
          confirm={t('account.endSessions')}
          isBusy={isBusy}
          onConfirm={() => void act('DELETE account/:id/sessioni')}
          onClose={() => setEnding(false)}
        >
          <p>{t('account.endText')}</p>
        </ConsentDialog>
      )}
    </>
  );
}
