import { useEffect, useState } from 'react';
import type { Arrival } from '../../data/alarm-counts';
import { loadPart, t } from '../../i18n/translate';
import { alarmName, priorityWord } from '../../ui/alarm-words';
import { watchArrivals } from './alarm-arrivals';

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
