import type { CSSProperties } from 'react';

/*
 * The signs of all one-line drawings. They lie on the path of the energy or beside it; those with letters are placed upright.
 */

interface BreakerProps {
  /** Position along the path of the energy. */
  readonly u: number;
  readonly breaker: 'open' | 'closed' | 'unknown';
}

/** A circuit breaker: its contact lies on the path when closed and at an angle to it when open. */
export function BreakerSign({ u, breaker }: BreakerProps) {
  const contact = breaker === 'open' ? 'M-14 0h6l15-8M8 0h6' : 'M-14 0h28';
  return (
    <g transform={`translate(${u} 0)`}>
      <path
        className="k"
        style={breaker === 'unknown' ? { strokeDasharray: '2 2' } : undefined}
        d="M-14-14h28v28h-28z"
      />
      <path d={contact} stroke="var(--ink)" strokeWidth="2" fill="none" />
      <path d="M-4-4l8 8m0-8-8 8" stroke="var(--ink)" strokeWidth="1.5" />
    </g>
  );
}

/** An electricity meter. */
export function MeterSign() {
  return (
    <>
      <path className="k" d="M-16-16h32v32h-32z" />
      <path d="M-16-6h32" stroke="var(--ink)" strokeWidth="1.2" />
      <text x={0} y={9} textAnchor="middle" className="strong">
        Wh
      </text>
    </>
  );
}

interface RelayProps {
  /** Its middle. */
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
}

/** The relay of the interface protection. */
export function RelaySign({ x, y, halfWidth }: RelayProps) {
  return (
    <>
      <path className="k" d={`M${x - halfWidth} ${y - 13}h${2 * halfWidth}v26h${-2 * halfWidth}z`} />
      <text x={x} y={y + 4} textAnchor="middle" className="strong">
        SPI
      </text>
    </>
  );
}

/** The grid. */
export function GridSign() {
  return (
    <>
      <path className="k" d="M-20-26h40v52h-40z" />
      <path className="w" d="M-20-13l13-13m-13 26L6-26m-26 39 39-39m-39 52 40-40m-27 40 27-27m-14 27 14-14" />
    </>
  );
}

interface ConverterProps {
  /** Its top left corner. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Whether it has room for the signs of direct and alternating current. */
  readonly isLarge?: boolean;
  readonly style?: CSSProperties;
}

/** An inverter: direct current above the diagonal, alternating current below it. */
export function ConverterSign({ x, y, width, height, isLarge = false, style }: ConverterProps) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path className="k" style={style} d={`M0 0h${width}v${height}h${-width}z`} />
      <path
        className="w"
        style={{ stroke: 'var(--ink)', strokeWidth: isLarge ? 1.5 : 1 }}
        d={`M0 ${height}L${width} 0${isLarge ? 'M6 9h12m-12 5h12M24 32c2-6 5-6 6.5 0s4 6 6 0' : ''}`}
      />
    </g>
  );
}
