import type { Snapshot } from '../../data/poll-store';
import { useWaitedS } from '../../data/waiting';
import { t } from '../../i18n/translate';
import { type HeadWords, stillWords, waitingWords } from '../../ui/panel-words';
import { sentenceWords, titleWords } from './head-words';
import { summaryOf } from './plant-summary';
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
  const summary = summaryOf(live);
  if (isOld) return stillWords(titleWords(summary), live.t, zone);
  return { title: titleWords(summary), text: sentenceWords(summary) };
}
