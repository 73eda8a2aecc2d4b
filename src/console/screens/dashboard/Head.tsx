import type { Snapshot } from '../../data/poll-store';
import { useWaitedS } from '../../data/waiting';
import { t } from '../../i18n/translate';
import { type HeadWords, stillWords, waitingWords } from '../../ui/panel-words';
import { situationOf } from './situation';
import { sentenceWords, titleWords } from './situation-words';
import type { View } from './view';

interface Props {
  readonly view: View;
  readonly snapshot: Snapshot<unknown>;
}

/** How the plant is doing: the title of the page, and what the exceptions are. */
export function Head({ view, snapshot }: Props) {
  const waiting = waitingWords(useWaitedS(snapshot));
  const { title, text } = wordsOf(view, waiting);
  return (
    <header className="head">
      <h1>{title}</h1>
      <p>{text}</p>
    </header>
  );
}

function wordsOf({ live, isOld, zone }: View, waiting: string): HeadWords {
  if (!live) return { title: t(isOld ? 'panel.unknown' : 'dashboard.title.reading'), text: waiting };
  const situation = situationOf(live);
  if (isOld) return stillWords(titleWords(situation), live.t, zone);
  return { title: titleWords(situation), text: sentenceWords(situation) };
}
