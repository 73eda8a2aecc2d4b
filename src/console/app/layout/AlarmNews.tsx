import { useEffect, useState } from 'react';
import { type AlarmCounts, type Arrival, alarmCounts } from '../../data/alarm-counts';
import { watch } from '../../data/poll';
import { peek } from '../../data/resource';
import { loadPart, t } from '../../i18n/translate';
import { alarmName, priorityWord } from '../../ui/alarm-words';

const noNews: readonly Arrival[] = [];

/** Announces new alarms to screen readers: critical ones assertively, the others politely, one sentence each. */
export function AlarmNews() {
  const [news, setNews] = useState(noNews);
  useEffect(
    () =>
      watchArrivals(arrivals => {
        // The alarm texts are loaded with the first new alarm. Without them the codes are announced.
        void loadPart('alarms')
          .catch(() => undefined)
          .then(() => setNews(arrivals));
      }),
    [],
  );
  const critical = news.filter(({ priority }) => priority === 1);
  const others = news.filter(({ priority }) => priority > 1);
  return (
    <>
      <div className="sr" aria-live="assertive">
        {newsWords(critical)}
      </div>
      <div className="sr" aria-live="polite">
        {newsWords(others)}
      </div>
    </>
  );
}

function newsWords(arrivals: readonly Arrival[]): string {
  if (arrivals.length === 0) return '';
  const items = arrivals.map(arrival =>
    t('alarmSign.newsItem', { name: alarmName(arrival), priority: priorityWord(arrival.priority) }),
  );
  return t('alarmSign.news', { count: arrivals.length, list: items.join('; ') });
}

/** Five flashes of one second each. */
const flashMs = 5_000;

/**
 * The alarms in `counts` that are new. Ids only grow: an alarm with an id that was seen before is not new, even if it is in the list again.
 */
function arrivalsIn(counts: AlarmCounts, newestSeen: number): readonly Arrival[] {
  return counts.latest.filter(({ id }) => id > newestSeen);
}

/**
 * Calls `announce` with alarms that begin while the page is open, and lets their rings flash. Alarms that were there when the page was
 * opened are not announced; alarms that began during a lost connection are.
 */
function watchArrivals(announce: (arrivals: readonly Arrival[]) => void): () => void {
  let newestSeen: number | null = null;
  const look = () => {
    const counts = peek(alarmCounts).value;
    if (!counts) return;
    const arrivals = newestSeen === null ? [] : arrivalsIn(counts, newestSeen);
    newestSeen = Math.max(newestSeen ?? 0, ...counts.latest.map(({ id }) => id));
    if (arrivals.length === 0) return;
    // The new answer is not drawn yet, so every ring on the page now belongs to an older alarm.
    flash();
    announce(arrivals);
  };
  const stop = watch(alarmCounts, look);
  look();
  document.addEventListener('animationstart', keepPhase);
  return () => {
    stop();
    document.removeEventListener('animationstart', keepPhase);
  };
}

let end: ReturnType<typeof setTimeout> | undefined;

function flash(): void {
  clearTimeout(end);
  const page = document.documentElement.classList;
  for (const sign of document.querySelectorAll('.al.un')) sign.setAttribute('data-known', '');
  page.add('arrival');
  end = setTimeout(() => {
    page.remove('arrival');
    for (const sign of document.querySelectorAll('[data-known]')) sign.removeAttribute('data-known');
  }, flashMs);
}

/** Synchronises the flashing of all rings, whenever each of them was drawn. */
function keepPhase({ animationName, target }: AnimationEvent): void {
  if (animationName !== 'un' || !(target instanceof Element)) return;
  for (const animation of target.getAnimations()) animation.startTime = 0;
}
