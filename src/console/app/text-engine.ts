import { installEngine } from '../i18n/translate';

let fetching: Promise<void> | null = null;

/** Loads i18next and uses it for the texts. Rejects when it cannot be loaded; the texts are then shown without it. */
export function fetchTextEngine(): Promise<void> {
  fetching ??= import('../i18n/engine')
    .then(({ buildEngine }) => installEngine(buildEngine))
    .catch(cause => {
      fetching = null;
      throw cause;
    });
  return fetching;
}
