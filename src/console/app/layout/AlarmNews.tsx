import { useEffect, useState } from 'react';
import type { Arrival } from '../../data/alarm-counts';
import { loadPart, t } from '../../i18n/translate';
import { alarmName, priorityWord } from '../../ui/alarm-words';
import { watchArrivals } from './alarm-arrivals';

const noNews: readonly Arrival[] = [];

/** Tells a listener of alarms that arrive: at once of critical ones, politely of others, each kind in one sentence. */
export function AlarmNews() {
  const [news, setNews] = useState(noNews);
  useEffect(
    () =>
      watchArrivals(arrivals => {
        // Their texts come with the first arrival; without them the codes are told.
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
