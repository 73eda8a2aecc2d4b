import { formatDuration, formatTime } from '../i18n/format';
import { t } from '../i18n/translate';

/** From here on it is a slow line, in s. */
const slowAfterS = 3;

/** How long an answer has been awaited; empty while that is not worth a word. */
export function waitingWords(waitedS: number | null): string {
  if (waitedS === null) return '';
  const key = waitedS < slowAfterS ? 'panel.waiting' : 'panel.waitingSlow';
  return t(key, { time: formatDuration(waitedS) });
}

/** The head of a screen: how it is going, and the exceptions. */
export interface HeadWords {
  readonly title: string;
  readonly text: string;
}

/** The head while values stand still since `epochS`: nothing is known, and what was known last. */
export function stillWords(lastTitle: string, epochS: number, zone: string): HeadWords {
  const isKnown = lastTitle !== t('panel.unknown');
  return {
    title: t('panel.unknownSince', { time: formatTime(epochS, zone, 'minute') }),
    text: `${isKnown ? `${t('panel.lastState', { state: lastTitle })} ` : ''}${t('panel.still')}`,
  };
}
