import type { Snapshot } from '../../data/poll-store';
import { formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { useWaiting } from './PanelNotes';
import { situationOf } from './situation';
import { sentenceWords, titleWords } from './situation-words';
import type { View } from './view';

interface Props {
  readonly view: View;
  readonly snapshot: Snapshot<unknown>;
}

/** How the plant is doing: the title of the page, and what the exceptions are. */
export function Head({ view, snapshot }: Props) {
  const waiting = useWaiting(snapshot);
  const { title, text } = wordsOf(view, waiting);
  return (
    <header className="head">
      <h1>{title}</h1>
      <p>{text}</p>
    </header>
  );
}

function wordsOf(
  { live, isOld, zone }: View,
  waiting: string,
): { readonly title: string; readonly text: string } {
  if (!live)
    return { title: t(isOld ? 'dashboard.title.unknown' : 'dashboard.title.reading'), text: waiting };
  const situation = situationOf(live);
  if (!isOld) return { title: titleWords(situation), text: sentenceWords(situation) };
  const last = titleWords(situation);
  return {
    title: t('dashboard.title.unknownSince', { time: formatTime(live.t, zone, 'minute') }),
    text: t('dashboard.situation.last', { state: last.charAt(0).toLowerCase() + last.slice(1) }),
  };
}
