import { BreakerSign } from '../../ui/line-signs';
import { Wire } from '../../ui/Wire';
import type { Diagram } from './diagram';
import { type Layout, type StopName, stopHalf } from './diagram-layout';

interface Props {
  readonly diagram: Diagram;
  readonly layout: Layout;
  /** The parts that this plant has, in the direction of the energy flow. */
  readonly stops: readonly StopName[];
  readonly isMoving: boolean;
}

/** The part from the busbar to the grid, drawn in the direction of the energy flow. */
export function Trunk({ diagram, layout, stops, isMoving }: Props) {
  const { branch, relay, stops: places } = layout;
  const { node } = places;
  // Where the part before each stop ends.
  const ends = [layout.busbar + 2, ...stops.map(name => places[name] + stopHalf[name])];
  const side = Math.sign(branch);
  return (
    <>
      {stops.map((name, index) => {
        const start = ends[index] ?? 0;
        const conductor = start < node ? diagram.production : diagram.exchange;
        const to = places[name] - stopHalf[name];
        // Before the first inverter is configured there is no busbar to begin at.
        if (index === 0 && diagram.feeders.length === 0) return null;
        return <Wire key={name} {...{ conductor, isMoving }} from={[start, 0]} to={[to, 0]} hasArrow />;
      })}
      <Wire conductor={diagram.loads} isMoving={isMoving} from={[node, 2 * side]} to={[node, branch]} />
      {diagram.loads.direction && (
        <path
          className="ff"
          style={diagram.loads.flow === 'live' ? undefined : { fill: 'var(--line-2)' }}
          d={`M${node} ${branch + 10 * side}l-6 ${-11 * side}h12z`}
        />
      )}
      <circle cx={node} cy={0} r="4.5" fill="var(--ink)" />
      {stops.includes('transformer') && <Transformer u={places.transformer} />}
      <BreakerSign u={places.interfaceDevice} breaker={diagram.interfaceDevice} />
      <BreakerSign u={places.mainBreaker} breaker={diagram.mainBreaker} />
      <path className="w nc" d={`M${places.interfaceDevice} ${14 * Math.sign(relay)}V${relay * 0.72}`} />
    </>
  );
}

function Transformer({ u }: { readonly u: number }) {
  return [-7, 7].map(beside => (
    <circle key={beside} className="k" style={{ fill: 'none' }} cx={u + beside} cy={0} r="13.5" />
  ));
}
