import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { loadPart, t } from '../i18n/translate';
import type { Part } from '../i18n/words';
import { Icon } from './Icon';

type Loader<P> = () => Promise<ComponentType<P>>;

interface Props<P> {
  readonly load: Loader<P>;
  /** Words that must be there before the component shows. */
  readonly parts?: readonly Part[];
  readonly props: P;
  /** What keeps its room meanwhile. */
  readonly waiting?: ReactNode;
}

const loaded = new Map<unknown, unknown>();
const noParts: readonly Part[] = [];

/** Whether the component would show at once. */
export function isAtHand(load: unknown): boolean {
  return loaded.has(load);
}

/** Fetches a component and its words before it is shown; then it shows at once. Rejects when either cannot be had. */
export async function fetchAhead<P>(load: Loader<P>, parts: readonly Part[] = noParts): Promise<void> {
  if (loaded.has(load)) return;
  const [component] = await Promise.all([load(), ...parts.map(loadPart)]);
  loaded.set(load, component);
}

/**
 * A component that comes with its own chunk and its own words. What was loaded once shows at once; a chunk that cannot be
 * had says so and offers another try.
 */
export function Lazy<P extends object>({ load, parts = noParts, props, waiting = null }: Props<P>) {
  const [, setAttempt] = useState(0);
  const [failed, setFailed] = useState<Loader<P> | null>(null);
  // What was stored under a loader is what that loader gave.
  const Component = loaded.get(load) as ComponentType<P> | undefined;

  useEffect(() => {
    if (loaded.has(load) || failed === load) return;
    let isCurrent = true;
    fetchAhead(load, parts).then(
      () => isCurrent && setAttempt(attempt => attempt + 1),
      () => isCurrent && setFailed(() => load),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, parts, failed]);

  if (Component) return <Component {...props} />;
  return failed === load ? <LoadFailure retry={() => setFailed(null)} /> : waiting;
}

/** A part of the console did not arrive. */
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
