import './trackers.css';

interface Props {
  /** Degrees, positive to the west, which is on the right. */
  readonly angle: number | null;
  readonly target: number | null;
}

const round = (degrees: number) => Math.round(degrees * 10) / 10;

/** A tracker seen from the south: the bar shows the measured angle, the dashes show the target. */
export function Glyph({ angle, target }: Props) {
  return (
    <svg className="gly" viewBox="0 0 36 24" aria-hidden="true">
      <path d="M7 21.5H29" stroke="var(--line-2)" />
      <path d="M18 21.5V11" stroke="var(--ink)" strokeWidth="2" />
      {target !== null && (
        <path
          d="M4 11H32"
          stroke="var(--ink-3)"
          strokeDasharray="2 2"
          transform={`rotate(${round(target)} 18 11)`}
        />
      )}
      {angle !== null && (
        <path d="M4 11H32" stroke="var(--ink)" strokeWidth="3" transform={`rotate(${round(angle)} 18 11)`} />
      )}
    </svg>
  );
}
