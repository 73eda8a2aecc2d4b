import { installEngine } from '../i18n/translate';

let fetching: Promise<void> | null = null;

/** Puts i18next behind the texts. Rejects when it cannot be had: the same texts are shown without it. */
export function fetchTextEngine(): Promise<void> {
  fetching ??= import('../i18n/engine')
    .then(({ buildEngine }) => installEngine(buildEngine))
    .catch(cause => {
      fetching = null;
      throw cause;
    });
  return fetching;
}
