import { GridSign, MeterSign, RelaySign } from '../../ui/line-signs';
import type { Diagram } from './diagram';
import type { Layout, StopName } from './diagram-layout';
import { FeederLabels, Feeders } from './Feeders';
import { Trunk } from './Trunk';

/** A name and its value under a part. */
export interface PartLabel {
  readonly name: string;
  readonly value: string;
}

export interface DrawingWords {
  readonly summary: string;
  /** Headings of the field, the inverters and the busbar; the upright layout has room for one. */
  readonly heads: readonly { readonly at: number; readonly text: string }[];
  readonly uprightHead: string;
  readonly parts: Readonly<Partial<Record<StopName, PartLabel>>>;
  /** State of the relay and frequency of the grid; only in the wide layout. */
  readonly relay: readonly string[];
  readonly frequency: string;
}

interface Props {
  readonly diagram: Diagram;
  readonly layout: Layout;
  readonly words: DrawingWords;
  readonly isMoving: boolean;
}

/** The one-line diagram in one of its two layouts. */
export function OneLineDrawing({ diagram, layout, words, isMoving }: Props) {
  const { feeders } = diagram;
  const hasField = feeders.length > 0;
  const stops = stopOrder.filter(name => name === 'node' || words.parts[name]);
  return (
    <svg
      className={layout.className}
      viewBox={layout.viewBox(feeders.length)}
      style={{ maxHeight: layout.maxHeight(feeders.length) }}
      role="img"
      aria-label={words.summary}
    >
      <g transform={layout.turn(feeders.length)}>
        <Trunk {...{ diagram, layout, stops, isMoving }} />
        {hasField && <Feeders {...{ feeders, layout, isMoving }} />}
      </g>
      <FeederLabels feeders={feeders} layout={layout} />
      <Signs {...{ diagram, layout, words }} />
      {stops.map(name => (
        <Label key={name} {...{ layout, name, feeders: feeders.length }} label={words.parts[name]} />
      ))}
      {hasField && layout.isUpright && (
        <text x={8} y={12}>
          {words.uprightHead}
        </text>
      )}
      {hasField &&
        !layout.isUpright &&
        words.heads.map(({ at, text }) => (
          <text key={at} x={at} y={12} textAnchor="middle">
            {text}
          </text>
        ))}
    </svg>
  );
}

const stopOrder = [
  'interfaceDevice',
  'production',
  'node',
  'transformer',
  'exchange',
  'mainBreaker',
  'grid',
] as const satisfies readonly StopName[];

/** The symbols that are upright in both layouts: meters, relay and grid. */
function Signs({ diagram, layout, words }: Omit<Props, 'isMoving'>) {
  const at = (name: StopName) => layout.place(diagram.feeders.length, layout.stops[name], 0).join(' ');
  const [x, y] = layout.place(diagram.feeders.length, layout.stops.interfaceDevice, layout.relay);
  return (
    <>
      {(['production', 'exchange'] as const).map(
        name =>
          words.parts[name] && (
            <g key={name} transform={`translate(${at(name)})`}>
              <MeterSign />
            </g>
          ),
      )}
      {words.relay.length > 0 && <RelaySign x={x} y={y} halfWidth={layout.isUpright ? 18 : 28} />}
      {!layout.isUpright &&
        words.relay.map((line, index) => (
          <text key={line} className="t" x={x + 36} y={y - 4 + 14 * index}>
            {line}
          </text>
        ))}
      <g transform={`translate(${at('grid')})${layout.isUpright ? 'rotate(90)' : ''}`}>
        <GridSign />
      </g>
      {!layout.isUpright && (
        <text className="t" x={1090} y={y + 14} textAnchor="end">
          {words.frequency}
        </text>
      )}
    </>
  );
}

interface LabelProps {
  readonly layout: Layout;
  readonly feeders: number;
  readonly name: StopName;
  readonly label: PartLabel | undefined;
}

function Label({ layout, feeders, name, label }: LabelProps) {
  const [x, y] = layout.place(feeders, layout.stops[name], 0);
  const [isNode, isGrid] = [name === 'node', name === 'grid'];
  const upright = { x: x + (isNode ? 84 : isGrid ? 40 : 28), y: y - 4, textAnchor: 'start' } as const;
  const flat = {
    x: x + (isNode ? -14 : isGrid ? 20 : 0),
    y: y + (isGrid ? 44 : 38),
    textAnchor: isNode || isGrid ? 'end' : 'middle',
  } as const;
  const at = layout.isUpright ? upright : flat;
  return (
    label && (
      <>
        <text {...at}>{label.name}</text>
        <text {...at} y={at.y + 18} className="v">
          {label.value}
        </text>
      </>
    )
  );
}
