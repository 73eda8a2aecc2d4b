import type { KindLook } from '../../ui/heatmap/paths';
import type { TrackerKind } from './tracker-list';

/** How the trackers of a kind are drawn where there are too many for a glyph each. */
export const looks: Readonly<Record<TrackerKind, KindLook>> = {
  fault: { className: 'hx', mark: 'cross', isException: true },
  off: { className: 'h4', mark: 'bars', isException: true },
  near: { className: 'h2', mark: 'dot', isException: true },
  good: { className: 'h0' },
  silent: { className: 'hs' },
  unknown: { className: 'hs' },
};
