import { useConnection } from '../data/connection';
import { answeredAtS, useWaitedS } from '../data/waiting';
import { t } from '../i18n/translate';
import { PanelFailure } from '../ui/PanelFailure';
import { type HeadWords, waitingWords } from '../ui/panel-words';
import { headWordsOf } from './head-words';
import { periodTitle } from './period-words';
import type { ReportView } from './use-report';

/** Of an address, characters: anything may be in it. */
const longestShown = 20;

/** The title of a report as a sentence; while it is loading, the name of its period. */
export function ReportHead({ view }: { readonly view: ReportView | null }) {
  const { title, text } = view ? headWords(view) : { title: t('menu.statisticsGroup'), text: '' };
  return (
    <header className="head">
      <h1>{title}</h1>
      {text !== '' && <p>{text}</p>}
      {view?.unknown && (
        <p role="status">{t('report.unknown', { named: view.unknown.slice(0, longestShown) })}</p>
      )}
    </header>
  );
}

function headWords({ snapshot, period }: ReportView): HeadWords {
  if (snapshot.value) return headWordsOf(snapshot.value);
  const isWaiting = snapshot.waitingSinceMs !== null;
  return {
    title: isWaiting ? t('report.reading', { period: periodTitle(period) }) : periodTitle(period),
    text: '',
  };
}

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
      <div>
        <PanelFailure
          what={t('report.failed')}
          cause={snapshot.error.reason}
          lastS={answeredAtS(snapshot)}
          zone={zone}
          onRetry={retry}
        />
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
