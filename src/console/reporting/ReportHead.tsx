import { useEffect, useRef } from 'react';
import { useConnection } from '../data/connection';
import { deviceFacts } from '../data/facts';
import { refresh } from '../data/poll';
import { onTick } from '../data/ticker';
import { useResource } from '../data/use-resource';
import { answeredAtS, useWaitedS } from '../data/waiting';
import { formatQuantity } from '../i18n/format';
import { t } from '../i18n/translate';
import { Lazy } from '../ui/Lazy';
import { PanelFailure } from '../ui/PanelFailure';
import { type HeadWords, waitingWords } from '../ui/panel-words';
import { headWordsOf } from './head-words';
import { periodTitle } from './period-words';
import type { ReportView } from './use-report';

/** The title of a report as a sentence; while it is loading, the name of its period. */
export function ReportHead({ view }: { readonly view: ReportView | null }) {
  const { title, text } = view ? headWords(view) : { title: t('menu.statisticsGroup'), text: '' };
  return (
    <header className="head">
      <h1>{title}</h1>
      {text !== '' && <p>{text}</p>}
      {view && <HistoryProgress view={view} />}
    </header>
  );
}

/** Seconds between two looks at a history that is being written. */
const lookEveryS = 10;

/** Says that the history of a simulated plant is not whole yet; the report is read again when it is. */
function HistoryProgress({ view }: { readonly view: ReportView }) {
  const percent = useResource(deviceFacts).value?.historyPercent ?? null;
  const isWriting = percent !== null;
  const latest = useRef(view);
  latest.current = view;
  useEffect(() => {
    if (!isWriting) return;
    let seconds = 0;
    const stop = onTick(() => {
      if (++seconds % lookEveryS === 0) refresh(deviceFacts);
    });
    return () => {
      stop();
      latest.current.retry();
    };
  }, [isWriting]);
  if (!isWriting) return null;
  return <p role="status">{t('report.historyWritten', { percent: formatQuantity(percent, 0, '%') })}</p>;
}

function headWords({ snapshot, period }: ReportView): HeadWords {
  if (snapshot.value) return headWordsOf(snapshot.value);
  const isWaiting = snapshot.waitingSinceMs !== null;
  return {
    title: isWaiting ? t('report.reading', { period: periodTitle(period) }) : periodTitle(period),
    text: '',
  };
}

const loadEnergy = () => import('./EnergyAlone').then(module => module.EnergyAlone);
const energyParts = ['statistics'] as const;

/** A wait longer than this can be cancelled, s. */
const longWaitS = 1;

/** Why there is no report yet: it is loading and can be cancelled, it was cancelled, or it is not available. */
export function ReportState({ view }: { readonly view: ReportView }) {
  const { snapshot, isStopped, zone, retry, stop } = view;
  const waitedS = useWaitedS(snapshot);
  const isLost = useConnection().state === 'lost';
  if (snapshot.value) return null;
  if (isStopped) {
    return (
      <p className="row" role="status">
        {t('report.cancelled')}
        <button type="button" className="o keep" onClick={retry}>
          {t('common.retry')}
        </button>
      </p>
    );
  }
  if (snapshot.error && !isLost) {
    return (
      <div className="sheet">
        <PanelFailure
          what={t('report.failed')}
          cause={snapshot.error.reason}
          lastS={answeredAtS(snapshot)}
          zone={zone}
          onRetry={retry}
        />
        {snapshot.error.isNotProvided && <Lazy load={loadEnergy} parts={energyParts} props={{ view }} />}
      </div>
    );
  }
  if (waitedS === null || waitedS < longWaitS) return null;
  return (
    <p className="row" role="status">
      {waitingWords(waitedS)}
      <button type="button" className="o keep" onClick={stop}>
        {t('report.cancel')}
      </button>
    </p>
  );
}
