import { type FormEvent, useState } from 'react';
import type { Selected } from '../data/commands';
import { useCountdown } from '../data/ticker';
import { formatQuantity } from '../i18n/format';
import { t } from '../i18n/translate';
import { Switch } from '../ui/Switch';
import type { StageProps } from './offered-command';

interface Props extends StageProps {
  readonly selected: Selected;
  readonly onConfirm: () => void;
  readonly onAgain: () => void;
}

/** Shows the present value, the new value and the consequences. The confirmation is valid for some seconds. */
export function Confirm({ offer, selected, isBusy, isLost, onClose, onConfirm, onAgain }: Props) {
  const { isPlantWide, untilMs } = selected;
  const [isGiven, setGiven] = useState(!isPlantWide);
  const left = useCountdown(untilMs);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isGiven && left > 0) onConfirm();
  };
  return (
    <form onSubmit={submit}>
      <Change offer={offer} selected={selected} />
      <Prevailing what={offer.prevailing?.(selected.next) ?? null} />
      {isPlantWide && (
        <Switch isOn={isGiven} onChange={setGiven}>
          {t('command.consent')}
        </Switch>
      )}
      <p role={left === 0 ? 'status' : undefined}>
        {isLost ? t('command.lost') : left > 0 ? t('command.left', { count: left }) : t('command.over')}
      </p>
      <div className="row">
        {left > 0 ? (
          <button type="submit" disabled={isBusy || isLost || !isGiven} aria-busy={isBusy}>
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

/** Somebody else's order that is in force, and that the command cannot change. */
export function Prevailing({ what }: { readonly what: string | null }) {
  return (
    <p role="status" className={what === null ? '' : 'note'}>
      {what !== null && t('command.prevails', { what })}
    </p>
  );
}

function Change({ offer, selected }: Pick<Props, 'offer' | 'selected'>) {
  const { old, next, limitKw, devices } = selected;
  return (
    <dl className="kv">
      {(old !== null || next !== null) && (
        <>
          <dt>{t('command.now')}</dt>
          <dd>{offer.textOf(old)}</dd>
          <dt>{t('command.next')}</dt>
          <dd>
            <b>{offer.textOf(next)}</b>
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
