import { useState } from 'react';
import type { Source } from '../../../configuration/descriptor';
import { refreshBelow } from '../../../data/poll';
import { isObject, type Json } from '../../../data/read';
import { type Written, write } from '../../../data/records';
import { t, textOf, textWith } from '../../../i18n/translate';

/** What changes to several records would do, as the datalogger compared them. */
export interface Comparing {
  readonly isBusy: boolean;
  /** Null before something was compared, and once it was taken. */
  readonly shown: Json | null;
  /** What came of the last step. */
  readonly words: string;
  compare(body: object): Promise<void>;
  /** Takes exactly what is shown. Where it would do something else by now, that is shown instead, and nothing is taken. */
  take(): Promise<void>;
}

interface State {
  readonly body: object;
  readonly shown: Json | null;
  readonly words: () => string;
}

export function useComparison({ many, read }: Source): Comparing {
  const [state, setState] = useState<State>({ body: {}, shown: null, words: () => '' });
  const [isBusy, setBusy] = useState(false);
  const ask = async (body: object, before = () => '') => {
    const written = many ? await write(many.compare, { body }) : null;
    const isShown = written?.kind === 'saved' && isObject(written.value);
    setState({
      body,
      shown: isShown ? (written.value as Json) : null,
      words: isShown ? before : () => wordsOf(written),
    });
  };
  const whileBusy = async (work: () => Promise<void>) => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  return {
    isBusy,
    shown: state.shown,
    words: state.words(),
    compare: body => whileBusy(() => ask(body)),
    take: () =>
      whileBusy(async () => {
        const { body, shown } = state;
        if (!many || !shown) return;
        const written = await write(many.take, { body, record: shown });
        refreshBelow(read.replace(/^\w+ /, ''));
        if (written.kind === 'saved') setState({ body, shown: null, words: () => t('many.taken') });
        else await ask(body, () => wordsOf(written));
      }),
  };
}

/** Why nothing was compared or taken. */
function wordsOf(written: Written | null): string {
  if (written?.kind !== 'refused') return t(written?.kind === 'changed' ? 'many.changed' : 'many.unanswered');
  const { code = '', by = '' } = written.error.details;
  return (
    textWith({ by }, 'many', 'refusal', code) ??
    textOf('config', 'refusal', code) ??
    t('many.refusal.invalid')
  );
}
