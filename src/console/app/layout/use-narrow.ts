import { useSyncExternalStore } from 'react';

/** Up to this width the side menu is an overlay (specification, section 2). */
const query = '(max-width: 991px)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether the window is 991 px wide or less. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
