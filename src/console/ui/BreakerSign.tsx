interface Props {
  /** Position along the path of the energy. */
  readonly u: number;
  readonly breaker: 'open' | 'closed' | 'unknown';
}

/** A circuit breaker: its contact lies on the path when closed and at an angle to it when open. */
export function BreakerSign({ u, breaker }: Props) {
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
