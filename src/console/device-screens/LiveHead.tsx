import { useMemo } from 'react';
import { useAgeS } from '../data/freshness';
import { usePast } from '../data/past';
import { refresh } from '../data/poll';
import type { Resource } from '../data/resource';
import type { LiveData } from '../data/use-live-resource';
import { answeredAtS, useWaitedS } from '../data/waiting';
import { t, useLanguage } from '../i18n/translate';
import { PanelFailure } from '../ui/PanelFailure';
import { type HeadWords, stillWords, waitingWords } from '../ui/panel-words';

interface Props<T extends { readonly t: number }> {
  readonly resource: Resource<T>;
  readonly live: LiveData<T>;
  /** The title before the first answer. */
  readonly reading: string;
  readonly words: (value: T) => HeadWords;
}

/** Sentences with a duration are updated this often, in s. */
const refreshEveryS = 10;

/** The title of a screen with live data: the state in one sentence, and a message where the datalogger refuses the request. */
export function LiveHead<T extends { readonly t: number }>({ resource, live, reading, words }: Props<T>) {
  const { snapshot, zone, isRefused, isStill } = live;
  const { value, error } = snapshot;
  const wordsThen = usePast()?.headOf ?? stillWords;
  const waiting = waitingWords(useWaitedS(snapshot));
  const language = useLanguage();
  const agedFor = Math.floor(useAgeS(snapshot.stamp?.epochS ?? null) / refreshEveryS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language, and with the age of the data
  const liveWords = useMemo(() => value && words(value), [value, words, language, agedFor]);
  const first = { title: isStill ? t('panel.unknown') : reading, text: waiting };
  const { title, text } =
    !value || !liveWords ? first : isStill ? wordsThen(liveWords.title, value.t, zone) : liveWords;
  return (
    <>
      <header className="head" translate="no">
        <h1>{title}</h1>
        {text !== '' && <p>{text}</p>}
      </header>
      {isRefused && (
        <div>
          <PanelFailure
            what={t('panel.refused')}
            cause={error?.reason}
            lastS={answeredAtS(snapshot)}
            zone={zone}
            onRetry={() => refresh(resource)}
          />
        </div>
      )}
    </>
  );
}
