import '../../ui/drawing.css';
import './trackers.css';
import type { CellProps } from '../../device-screens/descriptor';
import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { steadyText } from '../../ui/steady-text';
import type { Tracker } from './tracker-list';
import { angleWords } from './words';

const centre = { x: 150, y: 142 };
/** Radii of the arc, of the ends of its marks, of the sun and of the numbers. */
const radius = { arc: 122, mark: 117, longMark: 112, sun: 97, label: 132 };
const marks = Array.from({ length: 13 }, (_, index) => 10 * index - 60);

function at(degrees: number, distance: number): readonly [x: number, y: number] {
  const angle = (degrees * Math.PI) / 180;
  const round = (value: number) => Math.round(value * 10) / 10;
  return [round(centre.x + distance * Math.sin(angle)), round(centre.y - distance * Math.cos(angle))];
}

const [arcStart, arcEnd] = [at(-60, radius.arc), at(60, radius.arc)];
const arc = `M${arcStart}A${radius.arc} ${radius.arc} 0 0 1 ${arcEnd}`;
const ticks = marks.map(
  degrees => `M${at(degrees, radius.arc)}L${at(degrees, degrees % 30 === 0 ? radius.longMark : radius.mark)}`,
);

/** The dial of a tracker seen from the south: sun and ray show the target angle, the bar the measured angle. */
export function Dial({ device }: CellProps<Tracker>) {
  const { angle, target } = device;
  const summary = t('trackers.map.angle', { angle: angleWords(angle), target: angleWords(target) });
  return (
    <svg ref={steadyText} className="sv dial" viewBox="0 0 300 206" role="img" aria-label={summary}>
      <path className="ax" d={arc} />
      <path className="ax" d={ticks.join('')} />
      {marks
        .filter(degrees => degrees % 30 === 0)
        .map(degrees => {
          const [x, y] = at(degrees, radius.label);
          return (
            <text key={degrees} className="t" x={x} y={y + 3} textAnchor="middle">
              {formatNumber(Math.abs(degrees), 0)}°
            </text>
          );
        })}
      <text className="t" x={20} y={194}>
        {t('trackers.eastWord')}
      </text>
      <text className="t" x={280} y={194} textAnchor="end">
        {t('trackers.westWord')}
      </text>
      {target !== null && <Sun target={target} />}
      <path className="w" d="M20 198H280" />
      <path d={`M${centre.x} 198V${centre.y}`} stroke="var(--ink)" strokeWidth="4" />
      {angle !== null && (
        <path
          d={`M90 ${centre.y}H210`}
          stroke="var(--ink)"
          strokeWidth="6"
          transform={`rotate(${angle} ${centre.x} ${centre.y})`}
        />
      )}
      <circle cx={centre.x} cy={centre.y} r="5" fill="var(--sheet)" stroke="var(--ink)" strokeWidth="2" />
    </svg>
  );
}

function Sun({ target }: { readonly target: number }) {
  const [x, y] = at(target, radius.sun);
  return (
    <g stroke="var(--flow)">
      <path d={`M${centre.x} ${centre.y}L${x} ${y}`} strokeWidth="1.5" strokeDasharray="2 4" />
      <circle cx={x} cy={y} r="9" fill="var(--sheet)" strokeWidth="2" />
      <circle cx={x} cy={y} r="3.5" fill="var(--flow)" />
      <path
        d={`M86 ${centre.y}H214`}
        stroke="var(--ink-3)"
        strokeWidth="1.5"
        strokeDasharray="4 3"
        transform={`rotate(${target} ${centre.x} ${centre.y})`}
      />
    </g>
  );
}
