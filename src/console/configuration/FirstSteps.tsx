import { useEffect, useState } from 'react';
import type { FirstStep } from '../../contract/first-step-names';
import { currentSearch } from '../browser/search';
import { deviceNowMs } from '../data/device-clock';
import { deviceFacts, fallbackZone } from '../data/facts';
import { endSteps, firstSteps, putOff } from '../data/first-steps';
import type { Outcome } from '../data/outcome';
import { refresh } from '../data/poll';
import { useResource } from '../data/use-resource';
import { formatTime } from '../i18n/format';
import { t, textOf } from '../i18n/translate';
import { Icon } from '../ui/Icon';
import { usePhone } from '../ui/use-phone';

/** Where each step is done. */
const screens: Readonly<Record<FirstStep, string>> = {
  impianto: '/config/impianto',
  dispositivi: '/config/setup-sistema?vista=bus',
  contatori: '/config/contatori',
  allarmi: '/config/allarmi',
  notifiche: '/config/setup-sistema',
  backup: '/config/setup-sistema',
  amministratori: '/config/account',
};

const isHere = (href: string) => href === location.pathname + currentSearch();

interface Props {
  /** Also steps that are done or put off; otherwise they are out of sight. */
  readonly isWhole: boolean;
  /** Class of the panel around it; without one it is part of another panel. */
  readonly className?: string;
}

/** What is left to do after the first start. It goes when all is done, or when an administrator ends it. */
export function FirstSteps({ isWhole, className }: Props) {
  const { value } = useResource(firstSteps);
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  const [isFailed, setFailed] = useState(false);
  const [isUnfolded, setUnfolded] = useState(false);
  // On a phone the alarms are above the figures, which must not be pushed out of sight.
  const isFolded = usePhone() && !isWhole && !isUnfolded;
  useEffect(() => refresh(firstSteps), []);
  const nowS = deviceNowMs() / 1000;
  const shown = (value?.steps ?? [])
    .map(each => ({
      ...each,
      name: textOf('firstSteps', 'step', each.step) ?? each.step,
      untilS: each.untilS !== null && each.untilS > nowS ? each.untilS : null,
    }))
    .filter(({ isDone, untilS }) => isWhole || !(isDone || untilS !== null));
  if (!value || value.isOver || shown.length === 0) return null;
  const done = value.steps.filter(({ isDone }) => isDone).length;
  const send = async (work: () => Promise<Outcome<unknown>>) => setFailed((await work()).kind !== 'done');
  return (
    <section className={className ?? 'events'} aria-label={t('firstSteps.title')}>
      <div className="ph">
        <h2>{t('firstSteps.title')}</h2>
        <small>{t('firstSteps.done', { count: done, total: value.steps.length })}</small>
      </div>
      {isFolded ? (
        <button type="button" className="o" aria-expanded={false} onClick={() => setUnfolded(true)}>
          {t('firstSteps.open', { count: shown.length })}
        </button>
      ) : (
        <>
          <ul className="alist">
            {shown.map(({ step, name, isDone, untilS }) => (
              <li key={step}>
                {isWhole &&
                  (isDone ? <Icon name="check" label={t('firstSteps.isDone')} /> : <Icon name="clock" />)}
                <div>
                  {isDone || isHere(screens[step]) ? name : <a href={screens[step]}>{name}</a>}
                  <small>
                    {untilS === null
                      ? !isDone && textOf('firstSteps', 'why', step)
                      : t('firstSteps.until', { date: formatTime(untilS, zone, 'date') })}
                  </small>
                </div>
                {!isDone && untilS === null && (
                  <button
                    type="button"
                    className="q"
                    aria-label={t('firstSteps.putOffNamed', { name })}
                    onClick={() => void send(() => putOff(step))}
                  >
                    {t('firstSteps.putOff')}
                  </button>
                )}
              </li>
            ))}
          </ul>
          <End onEnd={() => void send(endSteps)} />
        </>
      )}
      <p role="status">{isFailed && t('firstSteps.failed')}</p>
    </section>
  );
}

/** Ends the list after a second press: it does not come back. */
function End({ onEnd }: { readonly onEnd: () => void }) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <button type="button" className="q" onClick={() => setAsking(true)}>
        {t('firstSteps.end')}
      </button>
    );
  return (
    <div className="row">
      <span role="alert">{t('firstSteps.endAsk')}</span>
      <button type="button" className="o" onClick={onEnd}>
        {t('firstSteps.endYes')}
      </button>
      <button type="button" className="q" onClick={() => setAsking(false)}>
        {t('firstSteps.endNo')}
      </button>
    </div>
  );
}
