import type { KindLook } from '../../ui/heatmap/paths';
import type { TrackerKind } from './tracker-list';

/** How each kind of tracker is drawn when there are too many for glyphs. */
export const looks: Readonly<Record<TrackerKind, KindLook>> = {
  fault: { className: 'hx', mark: 'cross', isException: true },
  off: { className: 'h4', mark: 'bars', isException: true },
  near: { className: 'h2', mark: 'dot', isException: true },
  good: { className: 'h0' },
  silent: { className: 'hs' },
  unknown: { className: 'ho' },
};
