import './figure.css';

/**
 * What an analogue indicator shows, in percent of its scale. `level` fills it with the energy colour and moves the
 * pointer to the expected value; `pointer` points at the value.
 */
export interface Scale {
  readonly kind: 'level' | 'pointer';
  /** Null draws an empty track. */
  readonly value: number | null;
  /** Where the pointer of a level stands; without it there is none. */
  readonly expected?: number | null;
  /** The normal band. */
  readonly band?: readonly [from: number, to: number] | null;
}

const clamp = (percent: number): number => Math.min(100, Math.max(0, percent));

/** The bar under a number: decoration, because the words beside it say the same. */
export function Indicator({ kind, value, expected = null, band = null }: Scale) {
  const isPointed = value !== null && (kind === 'pointer' || expected !== null);
  const classes = `mai${kind === 'level' ? ' fl' : ''}${isPointed ? '' : ' np'}`;
  const style = {
    '--v': clamp(value ?? 0).toFixed(1),
    '--x': clamp(expected ?? 0).toFixed(1),
    '--a': clamp(band?.[0] ?? 0).toFixed(1),
    '--b': clamp(band?.[1] ?? 0).toFixed(1),
  };
  return <span className={classes} style={style} />;
}
