import type { KindLook } from '../../ui/heatmap/paths';
import type { StringKind } from './string-list';

/** How the strings of a kind are drawn: a colour of the heatmap's scale and a mark. */
export const looks: Readonly<Record<StringKind, KindLook>> = {
  reverse: { className: 'hx', mark: 'arrow', isException: true },
  open: { className: 'hx', mark: 'cross', isException: true },
  severe: { className: 'h4', mark: 'bars', isException: true },
  poor: { className: 'h3', mark: 'bar', isException: true },
  warning: { className: 'h2', mark: 'dot', isException: true },
  good: { className: 'h0' },
  silent: { className: 'hs' },
  stopped: { className: 'ho' },
  dark: { className: 'hd' },
  unknown: { className: 'hs' },
};
