import { BreakerSign } from '../../ui/line-signs';
import { type Conductor, Wire } from '../../ui/Wire';
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
  const ends: readonly { name: StopName | 'busbar'; from: number; to: number }[] = [
    { name: 'busbar', from: layout.busbar, to: layout.busbar + 2 },
    ...stops.map(name => ({
      name,
      from: layout.stops[name] - stopHalf[name],
      to: layout.stops[name] + stopHalf[name],
    })),
  ];
  const node = layout.stops.node;
  const side = Math.sign(layout.branch);
  return (
    <>
      {ends.slice(1).map(({ name, from }, index) => {
        const start = ends[index]?.to ?? from;
        const conductor = conductorTo(diagram, layout, start);
        return <Wire key={name} {...{ conductor, isMoving }} from={[start, 0]} to={[from, 0]} hasArrow />;
      })}
      <Wire
        conductor={diagram.loads}
        isMoving={isMoving}
        from={[node, 2 * side]}
        to={[node, layout.branch]}
      />
      {diagram.loads.direction && (
        <path
          className="ff"
          style={diagram.loads.flow === 'live' ? undefined : { fill: 'var(--line-2)' }}
          d={`M${node} ${layout.branch + 10 * side}l-6 ${-11 * side}h12z`}
        />
      )}
      <circle cx={node} cy={0} r="4.5" fill="var(--ink)" />
      {stops.includes('transformer') && <Transformer u={layout.stops.transformer} />}
      <BreakerSign u={layout.stops.interfaceDevice} breaker={diagram.interfaceDevice} />
      <BreakerSign u={layout.stops.mainBreaker} breaker={diagram.mainBreaker} />
      <path
        className="w nc"
        d={`M${layout.stops.interfaceDevice} ${14 * Math.sign(layout.relay)}V${layout.relay * 0.72}`}
      />
    </>
  );
}

function conductorTo({ production, exchange }: Diagram, layout: Layout, start: number): Conductor {
  return start < layout.stops.node ? production : exchange;
}

function Transformer({ u }: { readonly u: number }) {
  return (
    <>
      <circle className="k" style={{ fill: 'none' }} cx={u - 7} cy={0} r="13.5" />
      <circle className="k" style={{ fill: 'none' }} cx={u + 7} cy={0} r="13.5" />
    </>
  );
}
