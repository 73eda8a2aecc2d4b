import type { ReactNode } from 'react';
import { useConnection } from '../../data/connection';
import type { Snapshot } from '../../data/poll-store';
import { useNowMs } from '../../data/ticker';
import { answeredAtS, useWaitedS } from '../../data/waiting';
import { t } from '../../i18n/translate';
import { PanelFailure } from '../../ui/PanelFailure';
import { Plot } from '../../ui/Plot';
import { waitingWords } from '../../ui/panel-words';
import { Curve } from './Curve';
import { useDay } from './use-day';
import type { View } from './view';

/** An answer that is refused, or older than two polls while the connection holds, is a failure of this panel alone. */
const oldAfterMs = 120_000;

/** The curve of today with its key, its waiting and its failure. */
export function LiveCurve({ view }: { readonly view: View }) {
  const day = useDay(view.zone);
  const nowMs = useNowMs();
  const { state } = useConnection();
  const isAgeing = day.receivedMs === null || nowMs - day.receivedMs > oldAfterMs;
  const isFailed = day.error !== null && state !== 'lost' && (!day.error.isOutage || isAgeing);
  const failure = isFailed && (
    <PanelFailure
      what={t('dashboard.curve.failed')}
      cause={day.error?.reason}
      lastS={answeredAtS(day)}
      zone={view.zone}
      onRetry={day.retry}
    />
  );
  return (
    <>
      <div className="ph">
        <h2>{t('dashboard.curve.title')}</h2>
        <Key />
      </div>
      {failure}
      {day.value ? (
        <Curve day={day.value} view={view} />
      ) : (
        <>
          {!failure && <Waiting snapshot={day} />}
          <Plot summary={t('dashboard.curve.empty')} x={[]} y={[]} now={null}>
            {null}
          </Plot>
        </>
      )}
    </>
  );
}

/** The elapsed time of the first answer, in the place of the curve. */
function Waiting({ snapshot }: { readonly snapshot: Snapshot<unknown> }) {
  return (
    <p className="u" role="status">
      {waitingWords(useWaitedS(snapshot))}
    </p>
  );
}

/** What the lines of the curve mean. */
function Key() {
  return (
    <div className="key">
      <KeyEntry word={t('dashboard.curve.measured')}>
        <path className="area" d="M0 4h24v6H0z" />
        <path className="meas" d="M0 4h24" />
      </KeyEntry>
      <KeyEntry word={t('dashboard.curve.expected')}>
        <path className="exp" d="M0 5h24" />
      </KeyEntry>
      <KeyEntry word={t('dashboard.curve.irradiance')}>
        <path className="irr" d="M0 5h24" />
      </KeyEntry>
      <span>
        <i>
          <i className="lost" style={{ margin: 0 }} />
        </i>
        {t('dashboard.curve.loss')}
      </span>
    </div>
  );
}

function KeyEntry({ word, children }: { readonly word: string; readonly children: ReactNode }) {
  return (
    <span>
      <svg viewBox="0 0 24 10" aria-hidden="true">
        {children}
      </svg>
      {word}
    </span>
  );
}
