/** A conductor: energised, without energy, or not known. */
export type Flow = 'live' | 'off' | 'unknown';

export interface Conductor {
  readonly flow: Flow;
  /** Power as a share of the nominal power, 0 to 1; the width of the conductor shows it. */
  readonly load: number;
  /** Direction of the energy: `forward` is from the field to the grid. */
  readonly direction: 'forward' | 'back' | null;
}

interface Props {
  readonly conductor: Conductor;
  /** Coordinates along the path of the energy (u) and beside it (v). */
  readonly from: readonly [u: number, v: number];
  readonly to: readonly [u: number, v: number];
  /** Width in px that is added to the minimum of 1.5 px at nominal power. */
  readonly widthSpan?: number;
  readonly isMoving: boolean;
  readonly hasArrow?: boolean;
}

/** Seconds in which a bead moves by its 24 px: at nominal power, and how many more without power. */
const beadSeconds = { fastest: 1.7, slower: 1.6 };

/** A conductor. Its width shows the power, moving beads the direction; it is grey without energy and dashed if its state is unknown. */
export function Wire({ conductor, from, to, widthSpan = 3.5, isMoving, hasArrow = false }: Props) {
  const { flow, load, direction } = conductor;
  const [[u1, v1], [u2, v2]] = direction === 'back' ? [to, from] : [from, to];
  const d = `M${u1} ${v1}L${u2} ${v2}`;
  const seconds = beadSeconds.fastest + beadSeconds.slower * (1 - Math.round(load * 4) / 4);
  if (flow === 'unknown') return <path className="w nc" d={d} />;
  return (
    <>
      {flow === 'off' && <path className="w" d={d} />}
      {flow === 'live' && <path className="f" strokeWidth={(1.5 + widthSpan * load).toFixed(2)} d={d} />}
      {flow === 'live' && isMoving && (
        <path
          className={load > 0.5 && widthSpan > 2 ? 'd' : 'd b'}
          style={{ animationDuration: `${seconds}s` }}
          d={d}
        />
      )}
      {hasArrow && direction && <Arrow isLive={flow === 'live'} from={[u1, v1]} to={[u2, v2]} />}
    </>
  );
}

/** The arrowhead in the middle of a conductor that runs along or across the path. */
function Arrow({
  isLive,
  from,
  to,
}: {
  readonly isLive: boolean;
  readonly from: Props['from'];
  readonly to: Props['to'];
}) {
  const [u, v] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const degrees = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  return (
    <path
      className="ff"
      style={isLive ? undefined : { fill: 'var(--line-2)' }}
      transform={`translate(${u} ${v}) rotate(${Math.round(degrees)})`}
      d="M5.5 0-5.5-6.5v13z"
    />
  );
}
