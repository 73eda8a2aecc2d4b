import '../../ui/drawing.css';
import type { CellProps } from '../../devices/descriptor';
import { type Device, numberOf } from '../../devices/device-list';
import { formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { roundScale } from '../../ui/chart-scale';
import { quadrantOf } from './quadrant';

/** Where the meter works in the four quadrants, and its three phases. */
export function MeterDrawing({ device }: CellProps<Device>) {
  return (
    <>
      <Quadrants p={numberOf(device, 'p')} q={numberOf(device, 'qac')} />
      <Phases meter={device} />
    </>
  );
}

const centre = { x: 200, y: 85 };
const half = 74;

/** The plane of active and reactive power: exported to the right, capacitive upwards. */
function Quadrants({ p, q }: { readonly p: number | null; readonly q: number | null }) {
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
    <svg className="sv" viewBox="0 0 400 170" role="img" aria-label={summary}>
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
      <text className="t" x={x + 5} y={y - half + 2}>
        {t('meters.axis.capacitive')}
      </text>
      <text className="t" x={x + 5} y={y + half + 6}>
        {t('meters.axis.inductive')}
      </text>
      <text className="t" x={x - half - 14} y={y + 20} textAnchor="end">
        {formatQuantity(top, top < 10 ? 1 : 0, 'kVA')}
      </text>
      {quadrant && (
        <>
          <path className="f" strokeWidth="2" d={`M${x} ${y}L${at.x} ${at.y}`} />
          <circle className="ff" cx={at.x} cy={at.y} r="5" />
        </>
      )}
    </svg>
  );
}

const phases = [
  { name: 'L1', phase: 'ua', line: 'uab', current: 'ia' },
  { name: 'L2', phase: 'ub', line: 'ubc', current: 'ib' },
  { name: 'L3', phase: 'uc', line: 'uca', current: 'ic' },
] as const;

function Phases({ meter }: { readonly meter: Device }) {
  return (
    <table aria-label={t('meters.phases.title')}>
      <thead>
        <tr>
          <th scope="col">{t('meters.phases.phase')}</th>
          <th scope="col" className="n">
            {t('meters.phases.u')}
          </th>
          <th scope="col" className="n">
            {t('meters.phases.line')}
          </th>
          <th scope="col" className="n">
            {t('meters.phases.i')}
          </th>
        </tr>
      </thead>
      <tbody>
        {phases.map(({ name, phase, line, current }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="n">{formatQuantity(numberOf(meter, phase), 0, 'V')}</td>
            <td className="n">{formatQuantity(numberOf(meter, line), 0, 'V')}</td>
            <td className="n">{formatQuantity(numberOf(meter, current), 1, 'A')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
