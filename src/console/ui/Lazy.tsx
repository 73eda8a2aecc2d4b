import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { loadPart, t } from '../i18n/translate';
import type { Part } from '../i18n/words';
import { Icon } from './Icon';

export type Loader<P> = () => Promise<ComponentType<P>>;

interface Props<P> {
  readonly load: Loader<P>;
  /** Words that must be loaded before the component is shown, in the place of those that everything needs that comes after the first values. */
  readonly parts?: readonly Part[];
  readonly props: P;
  /** Shown in place of the component while it is loading. */
  readonly waiting?: ReactNode;
}

const loaded = new Map<unknown, unknown>();
const later: readonly Part[] = ['frame'];

/** Whether the component can be shown at once. */
export function isAtHand(load: unknown): boolean {
  return loaded.has(load);
}

/** Loads a component and its words in advance, so that it is later shown at once. Rejects when one of them cannot be loaded. */
export async function fetchAhead<P>(load: Loader<P>, parts: readonly Part[] = later): Promise<void> {
  if (loaded.has(load)) return;
  const [component] = await Promise.all([load(), ...parts.map(loadPart)]);
  loaded.set(load, component);
}

/**
 * A component with its own chunk and its own words. A component that was loaded before is shown at once. If the chunk cannot be loaded, a
 * message with a retry button is shown.
 */
export function Lazy<P extends object>({ load, parts = later, props, waiting = null }: Props<P>) {
  const [, setAttempt] = useState(0);
  const [failed, setFailed] = useState<Loader<P> | null>(null);
  // The map holds for each loader the component that it returned.
  const Component = loaded.get(load) as ComponentType<P> | undefined;
  const isShown = Component !== undefined;

  useEffect(() => {
    if (isShown || failed === load) return;
    let isCurrent = true;
    // Also resolves when a prefetch loaded the component after this was drawn.
    fetchAhead(load, parts).then(
      () => isCurrent && setAttempt(attempt => attempt + 1),
      () => isCurrent && setFailed(() => load),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, parts, failed, isShown]);

  if (Component) return <Component {...props} />;
  return failed === load ? <LoadFailure retry={() => setFailed(null)} /> : waiting;
}

/** Shown when a part of the console could not be loaded. */
function LoadFailure({ retry }: { readonly retry: () => void }) {
  return (
    <div className="note err" role="alert">
      <Icon name="unlink" />
      <div>
        <b>{t('common.loadFailed')}</b>
        <p>{t('common.loadFailedHint')}</p>
        <div className="row">
          <button type="button" onClick={retry}>
            {t('common.retry')}
          </button>
          <button type="button" className="o" onClick={() => location.reload()}>
            {t('common.reload')}
          </button>
        </div>
      </div>
    </div>
  );
}
