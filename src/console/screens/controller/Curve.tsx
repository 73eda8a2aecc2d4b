import '../../ui/drawing.css';
import { formatNumber, formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { steadyText } from '../../ui/steady-text';
import type { Bends, Controller } from './controller-live';

/** Limits of the drawing; `half` is the height of the greatest reactive power. */
const box = { left: 24, right: 376, middle: 64, half: 44 };
/** Space on each side of the bends, in per unit. */
const margin = 0.03;

interface Props {
  readonly controller: Controller;
  readonly nominalV: number | null;
}

/** The Q(V) curve and the working point of the plant. Capacitive is upwards. */
export function Curve({ controller, nominalV }: Props) {
  const { bends, rated, q, voltageKv } = controller;
  if (!bends || !rated.q) return null;
  const unit = voltageKv === null || !nominalV ? null : (1000 * voltageKv) / nominalV;
  const from = bends[0] - margin;
  const scale = (box.right - box.left) / (bends[3] + margin - from);
  const x = (voltage: number) => Math.min(box.right, Math.max(box.left, box.left + (voltage - from) * scale));
  const full = rated.q;
  const y = (kvar: number) => box.middle - (box.half * Math.max(-full, Math.min(full, kvar))) / full;
  const [a, b, c, d] = [x(bends[0]), x(bends[1]), x(bends[2]), x(bends[3])];
  const summary = t('controller.curve.summary', {
    u: formatQuantity(unit, 3, 'Vn'),
    q: formatQuantity(q, 0, 'kvar'),
  });
  return (
    <svg ref={steadyText} className="sv" viewBox="0 0 400 128" role="img" aria-label={summary}>
      <path
        className="ax"
        d={`M${box.left} ${y(full) - 8}V${y(-full) + 8}M${box.left} ${box.middle}H${box.right}`}
      />
      <path
        fill="none"
        stroke={controller.regulating === 'reactiveByVoltage' ? 'var(--ink)' : 'var(--line-2)'}
        strokeWidth="2"
        d={`M${box.left} ${y(full)}H${a}L${b} ${box.middle}H${c}L${d} ${y(-full)}H${box.right}`}
      />
      <Ticks bends={bends} at={[a, b, c, d]} />
      <text className="t" x={box.left + 6} y={y(full) - 6}>
        +{formatQuantity(full, 0, 'kvar')}
      </text>
      <text className="t" x={box.right} y={y(-full) + 14} textAnchor="end">
        {formatQuantity(-full, 0, 'kvar')}
      </text>
      {unit !== null && q !== null && <circle className="ff" cx={x(unit)} cy={y(q)} r="5.5" />}
    </svg>
  );
}

/** The voltages of the bends: the first two below the axis, the others above it, on the side without the curve. */
function Ticks({ bends, at }: { readonly bends: Bends; readonly at: Bends }) {
  return bends.map((voltage, index) => (
    <g key={voltage}>
      <path className="ax" d={`M${at[index]} ${box.middle - 3}v6`} />
      <text className="t" x={at[index]} y={box.middle + (index < 2 ? 16 : -8)} textAnchor="middle">
        {formatNumber(voltage, 2)}
      </text>
    </g>
  ));
}
