import { inverterStateWord } from '../../ui/inverter-words';
import { ConverterSign } from '../../ui/line-signs';
import { Wire } from '../../ui/Wire';
import type { Feeder } from './diagram';
import { feederAt, type Layout } from './diagram-layout';

interface Props {
  readonly feeders: readonly Feeder[];
  readonly layout: Layout;
  readonly isMoving: boolean;
}

/** The field: modules, inverters and busbar, drawn in the direction of the energy flow. */
export function Feeders({ feeders, layout, isMoving }: Props) {
  const count = feeders.length;
  const rows = feeders.map((_, index) => feederAt(layout, index, count));
  const reach = layout.isUpright ? 0 : 9;
  const [low, high] = [Math.min(...rows) - reach, Math.max(...rows) + reach];
  const bar = layout.isUpright ? [-228, 82] : [low, high];
  return (
    <>
      {feeders.map((feeder, index) => (
        <Branch key={feeder.key} feeder={feeder} v={rows[index] ?? 0} {...{ layout, count, isMoving }} />
      ))}
      <path d={`M${layout.busbar} ${bar[0]}V${bar[1]}`} stroke="var(--ink)" strokeWidth="4" fill="none" />
    </>
  );
}

interface BranchProps {
  readonly feeder: Feeder;
  readonly v: number;
  readonly layout: Layout;
  readonly count: number;
  readonly isMoving: boolean;
}

function Branch({ feeder: { kind, alarm, conductor }, v, layout, count, isMoving }: BranchProps) {
  const [[m1, m2], [i1, i2]] = [layout.modules, layout.inverters];
  const [moduleHalf, half] = [layout.moduleHalf(count), layout.inverterHalf(count)];
  const cell = (m2 - m1) / 8;
  // To the open contact behind the inverter.
  const gap = layout.isUpright ? 8 : 22;
  // Without a connection nothing is outlined: nobody knows whether the alarm is still there.
  const isKnown = conductor.flow !== 'unknown' || kind === 'silent';
  const isGrave = isKnown && alarm !== undefined && alarm.look === 'active' && alarm.priority <= 2;
  const wire = { conductor, widthSpan: 1.5, isMoving };
  const box = isGrave
    ? { stroke: `var(--p${alarm.priority}-e)`, strokeWidth: 2.5 }
    : kind === 'silent'
      ? { strokeDasharray: '2 2' }
      : {};
  return (
    <>
      <path
        className="k"
        style={{ strokeWidth: 1 }}
        d={`M${m1} ${v - moduleHalf}h${m2 - m1}v${2 * moduleHalf}H${m1}z`}
      />
      {/* the lines between the cells are the dashes of a line as wide as the module */}
      <path
        className="w"
        style={{ strokeWidth: 2 * moduleHalf, strokeDasharray: `.75 ${cell - 0.75}` }}
        d={`M${m1 + cell} ${v}H${m2}`}
      />
      <Wire {...wire} from={[m2, v]} to={[i1, v]} />
      {conductor.flow === 'off' ? (
        <path className="w" d={`M${i2} ${v}h${gap}m12 0H${layout.busbar}M${i2 + gap} ${v}l10-5`} />
      ) : (
        <Wire {...wire} from={[i2, v]} to={[layout.busbar, v]} />
      )}
      <ConverterSign x={i1} y={v - half} width={i2 - i1} height={2 * half} style={box} />
    </>
  );
}

/** The labels of the feeders; the text is upright in both layouts. */
export function FeederLabels({ feeders, layout }: Omit<Props, 'isMoving'>) {
  const count = feeders.length;
  // If there is not enough room for every number, every second one is drawn.
  const every = Math.abs(layout.pitch(count)) < 18 && layout.isUpright ? 2 : 1;
  return feeders.map((feeder, index) => {
    const [x, y] = layout.place(count, layout.isUpright ? 71 : 36, feederAt(layout, index, count));
    const textY = y + 4;
    const size = 13;
    return (
      <g key={feeder.key}>
        {index % every === 0 && (
          <text className="t" x={x - 4} y={textY} textAnchor="end">
            {feeder.label}
          </text>
        )}
        {feeder.count !== null && !layout.isUpright && (
          <text className="t" x={layout.modules[0]} y={textY - 11}>
            {inverterStateWord(feeder.kind)}
          </text>
        )}
        {feeder.alarm && (
          <svg
            className={`al p${feeder.alarm.priority}${feeder.alarm.look === 'returned' ? ' rtn' : ''}`}
            x={layout.isUpright ? x + 3 : 230}
            y={layout.isUpright ? 103 : y - size / 2}
            width={size}
            height={size}
            style={{ width: size, height: size }}
            aria-hidden="true"
          >
            <use href={`#p${feeder.alarm.priority}`} />
          </svg>
        )}
      </g>
    );
  });
}
