import './tiles.css';
import type { ReactNode } from 'react';
import { Indicator, type Scale } from './Indicator';

interface Props {
  readonly name: string;
  /** The sign of the state: a waveform, or the sign of an alarm. */
  readonly sign: ReactNode;
  /** The number as it is shown; null where only name, sign and level find room. */
  readonly value: { readonly text: string; readonly unit: string } | null;
  /** How far from its peers, shown where there is room for it. */
  readonly deviation?: string | null;
  readonly scale: Scale;
  /** The word of the state, or the age of what is not of now. */
  readonly word: string;
  readonly isStale: boolean;
  /** Priority whose edge outlines the tile: only the two highest do. */
  readonly outline?: 1 | 2 | null;
  /** Where the tile leads; without it the tile is no link. */
  readonly href?: string | undefined;
  /** Id of the link, for the focus to return to. */
  readonly linkId?: string | undefined;
}

/** One device of a strip. */
export function Tile(props: Props) {
  const { name, sign, value, deviation = null, scale, word, isStale, outline = null, href, linkId } = props;
  const className = `tile${outline ? ` p${outline}` : ''}${isStale ? ' stale' : ''}`;
  const content = (
    <>
      <span>
        {name} {sign}
      </span>
      {value && (
        <div className="val">
          <b>{value.text}</b> <small>{value.unit}</small>
          {deviation && <small>{deviation}</small>}
        </div>
      )}
      <Indicator {...scale} />
      <span className={value ? 'word' : 'sr'}>{word}</span>
    </>
  );
  if (href === undefined) return <div className={className}>{content}</div>;
  return (
    <a id={linkId} className={className} href={href}>
      {content}
    </a>
  );
}
