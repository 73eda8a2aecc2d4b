import { useMedia } from '../../ui/use-media';

/** Up to this width the side menu is an overlay (specification, section 2). */
const query = '(max-width: 991px)';

/** Whether the window is 991 px wide or less. */
export function useNarrow(): boolean {
  return useMedia(query);
}
