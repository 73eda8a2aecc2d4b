import { formatDuration, formatTime } from '../i18n/format';
import { t } from '../i18n/translate';

/** From this time on the connection is called slow, s. */
const slowAfterS = 3;

/** The text about a wait; empty while the wait is too short to be shown. */
export function waitingWords(waitedS: number | null): string {
  if (waitedS === null) return '';
  const key = waitedS < slowAfterS ? 'panel.waiting' : 'panel.waitingSlow';
  return t(key, { time: formatDuration(waitedS) });
}

/** The title of a screen as a sentence: the general state, and the exceptions. */
export interface HeadWords {
  readonly title: string;
  readonly text: string;
}

/** The title while the values have not changed since `epochS`: the state is unknown, and the last known one is named. */
export function stillWords(lastTitle: string, epochS: number, zone: string): HeadWords {
  const isKnown = lastTitle !== t('panel.unknown');
  return {
    title: t('panel.unknownSince', { time: formatTime(epochS, zone, 'minute') }),
    text: `${isKnown ? `${t('panel.lastState', { state: lastTitle })} ` : ''}${t('panel.still')}`,
  };
}
