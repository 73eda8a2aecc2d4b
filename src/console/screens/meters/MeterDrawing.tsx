import '../../ui/drawing.css';
import type { CellProps } from '../../device-screens/descriptor';
import { type Device, numberOf } from '../../device-screens/device-list';
import { PhaseTable } from '../../device-screens/PhaseTable';
import { formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { roundScale } from '../../ui/chart-scale';
import { steadyText } from '../../ui/steady-text';
import { type Quadrant, quadrantOf, quadrants } from './quadrant';

/** The working point of the meter in the four quadrants, and its three phases. */
export function MeterDrawing({ device }: CellProps<Device>) {
  return (
    <>
      <Quadrants meter={device} />
      <PhaseTable device={device} />
    </>
  );
}

const centre = { x: 200, y: 85 };
const half = 66;

/** The plane of active and reactive power: exported power to the right, capacitive upwards. */
function Quadrants({ meter }: { readonly meter: Device }) {
  const [p, q] = [numberOf(meter, 'p'), numberOf(meter, 'qac')];
  const { top } = roundScale(Math.max(Math.abs(p ?? 0), Math.abs(q ?? 0)));
  const quadrant = quadrantOf(p, q);
  const summary = quadrant
    ? t('meters.plane', {
        p: formatQuantity(p, 1, 'kW'),
        q: formatQuantity(q, 1, 'kvar'),
        quadrant: t(`meters.quadrant.q${quadrant}`),
      })
    : t('meters.planeEmpty');
  const { x, y } = centre;
  const at = { x: x + (half * (p ?? 0)) / top, y: y - (half * (q ?? 0)) / top };
  return (
    <svg ref={steadyText} className="sv" viewBox="0 -10 400 190" role="img" aria-label={summary}>
      <circle className="w" cx={x} cy={y} r={half} />
      <path
        className="w"
        d={`M${x - half - 10} ${y}h${2 * half + 20}M${x} ${y - half - 8}v${2 * half + 16}`}
      />
      <text className="t" x={x + half + 14} y={y + 4}>
        {t('meters.axis.exported')}
      </text>
      <text className="t" x={x - half - 14} y={y + 4} textAnchor="end">
        {t('meters.axis.imported')}
      </text>
      <text className="t" x={x + 5} y={y - half - 4}>
        {t('meters.axis.capacitive')}
      </text>
      <text className="t" x={x + 5} y={y + half + 13}>
        {t('meters.axis.inductive')}
      </text>
      <text className="t" x={x - half - 14} y={y + 20} textAnchor="end">
        {formatQuantity(top, top < 10 ? 1 : 0, 'kVA')}
      </text>
      {quadrants.map(each => (
        <Register key={each} quadrant={each} kvarh={numberOf(meter, `er${each}`)} isNow={each === quadrant} />
      ))}
      {quadrant && (
        <>
          <path className="f" strokeWidth="2" d={`M${x} ${y}L${at.x} ${at.y}`} />
          <circle className="ff" cx={at.x} cy={at.y} r="5" />
        </>
      )}
    </svg>
  );
}

interface RegisterProps {
  readonly quadrant: Quadrant;
  readonly kvarh: number | null;
  /** The meter works in this quadrant now. */
  readonly isNow: boolean;
}

/** The reactive energy of a quadrant, in its corner. */
function Register({ quadrant, kvarh, isNow }: RegisterProps) {
  const isRight = quadrant === 1 || quadrant === 4;
  return (
    <text
      className={isNow ? '' : 't'}
      x={isRight ? 400 : 0}
      y={quadrant < 3 ? 0 : 178}
      textAnchor={isRight ? 'end' : undefined}
    >
      {numerals[quadrant]} {formatQuantity(kvarh, 0, 'kvarh')}
    </text>
  );
}

const numerals = { 1: 'I', 2: 'II', 3: 'III', 4: 'IV' } as const;
