import './figure.css';

/**
 * The state of an analogue indicator, in percent of its scale. `level` fills the bar up to the value and sets the pointer to the expected
 * value; `pointer` sets the pointer to the value.
 */
export interface Scale {
  readonly kind: 'level' | 'pointer';
  /** Null draws an empty bar. */
  readonly value: number | null;
  /** Position of the pointer of a `level`; without it no pointer is drawn. */
  readonly expected?: number | null;
  /** The normal range. */
  readonly band?: readonly [from: number, to: number] | null;
}

const clamp = (percent: number): number => Math.min(100, Math.max(0, percent));

/** The bar below a number. Hidden from screen readers, because the text beside it says the same. */
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
