import { type FormEvent, useState } from 'react';
import type { Selected } from '../data/commands';
import { useCountdown } from '../data/ticker';
import { formatQuantity } from '../i18n/format';
import { t } from '../i18n/translate';
import type { StageProps } from './offered-command';

interface Props extends StageProps {
  readonly selected: Selected;
  readonly onConfirm: (name: string | null) => void;
  readonly onAgain: () => void;
}

/** Shows the present value, the new value and the consequences. The confirmation is valid for some seconds. */
export function Confirm({ offer, selected, isBusy, isLost, onClose, onConfirm, onAgain }: Props) {
  const { typed, untilMs } = selected;
  const [name, setName] = useState('');
  const left = useCountdown(untilMs);
  const isNamed = typed === null || name.trim() === typed;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isNamed && left > 0) onConfirm(typed === null ? null : name.trim());
  };
  return (
    <form onSubmit={submit}>
      <Change offer={offer} selected={selected} />
      {typed !== null && (
        <label className="fld">
          <span>{t('command.typeName', { name: typed })}</span>
          <input value={name} autoComplete="off" onInput={event => setName(event.currentTarget.value)} />
        </label>
      )}
      <p role={left === 0 ? 'status' : undefined}>
        {isLost ? t('command.lost') : left > 0 ? t('command.left', { count: left }) : t('command.over')}
      </p>
      <div className="row">
        {left > 0 ? (
          <button type="submit" disabled={isBusy || isLost || !isNamed} aria-busy={isBusy}>
            {t(isBusy ? 'command.sending' : 'command.confirm')}
          </button>
        ) : (
          <button type="button" onClick={onAgain}>
            {t('command.again')}
          </button>
        )}
        <button type="button" className="o" onClick={onClose}>
          {t('command.cancel')}
        </button>
      </div>
    </form>
  );
}

function Change({ offer, selected }: Pick<Props, 'offer' | 'selected'>) {
  const { old, next, limitKw, devices } = selected;
  return (
    <dl className="kv">
      {(old !== null || next !== null) && (
        <>
          <dt>{t('command.now')}</dt>
          <dd>{offer.tell(old)}</dd>
          <dt>{t('command.next')}</dt>
          <dd>
            <b>{offer.tell(next)}</b>
          </dd>
        </>
      )}
      {limitKw !== null && (
        <>
          <dt>{t('command.effect')}</dt>
          <dd>{t('command.atMost', { power: formatQuantity(limitKw, 0, 'kW') })}</dd>
        </>
      )}
      {devices !== null && devices > 1 && (
        <>
          <dt>{t('command.devices')}</dt>
          <dd>{devices}</dd>
        </>
      )}
    </dl>
  );
}
