import './drawing.css';
import type { ReactNode } from 'react';
import { BreakerSign, GridSign } from './line-signs';
import { steadyText } from './steady-text';
import { Wire } from './Wire';

/** A circuit breaker on the line. */
export interface LineSwitch {
  readonly name: string;
  readonly position: 'open' | 'closed' | 'unknown';
  /** Its position as text. */
  readonly word: string;
  readonly x: number;
}

interface Props {
  readonly width: number;
  readonly height: number;
  /** Distance of the line from the top. Other parts of the drawing are placed relative to its left end. */
  readonly y: number;
  /** Start of the line at the grid; `fieldX`: position of the generators. */
  readonly gridX: number;
  readonly fieldX: number;
  readonly switches: readonly LineSwitch[];
  /** Whether there is voltage on the grid side. */
  readonly isAlive: boolean;
  readonly isStale: boolean;
  readonly children: ReactNode;
}

/** Half the width of a switch, and of the symbol for the generators, on the line. */
const half = 14;

/** A single-line diagram from the grid to the generators: the switches, and the parts of the line that are live. */
export function OneLine({ width, height, y, gridX, fieldX, switches, isAlive, isStale, children }: Props) {
  const ends = [...switches.map(({ x }) => x), fieldX];
  return (
    <svg
      ref={steadyText}
      className="sv"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={switches.map(({ name, word }) => `${name} ${word}`).join(', ')}
    >
      <g transform={`translate(0 ${y})`}>
        {ends.map((end, index) => {
          const before = switches.slice(0, index);
          const isLive = isAlive && before.every(({ position }) => position === 'closed');
          const from = (before.at(-1)?.x ?? gridX - half) + half;
          return (
            <Wire
              key={end}
              conductor={{ flow: isStale ? 'unknown' : isLive ? 'live' : 'off', load: 1, direction: null }}
              from={[from, 0]}
              to={[end - half, 0]}
              widthSpan={1}
              isMoving={false}
            />
          );
        })}
        <g transform={`translate(${gridX - 10} 0) scale(.6)`}>
          <GridSign />
        </g>
        <circle className="k" cx={fieldX} r={half} />
        <path d={`M${fieldX - 8} 0q4-7 8 0t8 0`} fill="none" stroke="var(--ink)" strokeWidth="1.5" />
        {switches.map(({ name, position, word, x }) => (
          <g key={name}>
            <BreakerSign u={x} breaker={position} />
            <text x={x} y="16" dy="1em" textAnchor="middle" className="strong">
              {name}
            </text>
            <text x={x} y="16" dy="2.2em" textAnchor="middle">
              {word}
            </text>
          </g>
        ))}
        <text x={fieldX + half} y="30" textAnchor="end">
          FV
        </text>
        {children}
      </g>
    </svg>
  );
}
