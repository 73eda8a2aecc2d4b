interface Props {
  /** Hours since midnight in the reader's local time, with decimals; null draws no shadow. */
  readonly hour: number | null;
  /** Drawn dashed, for pages that have no time to show. */
  readonly isEmpty?: boolean;
}

const centre = { x: 260, y: 120 };
const firstHour = 7;
const lastHour = 17;
const rings = [110, 200, 330];

/** A point on the dial: noon points straight down, one hour is 15 degrees. */
function polar(hour: number, radius: number): string {
  const angle = ((hour - 12) * 15 * Math.PI) / 180;
  return `${(centre.x + radius * Math.sin(angle)).toFixed(1)} ${(centre.y + radius * Math.cos(angle)).toFixed(1)}`;
}

const hours = Array.from({ length: lastHour - firstHour + 1 }, (_, index) => firstHour + index);
const rays = hours
  .filter(hour => hour !== 12)
  .map(hour => `M${polar(hour, 110)}L${polar(hour, 330)}`)
  .join('');
const arcs = rings.map(r => `M${polar(firstHour, r)}A${r} ${r} 0 0 0 ${polar(lastHour, r)}`).join('');

/** The sundial: the product is named after the meridian line. */
export function Sundial({ hour, isEmpty = false }: Props) {
  const isDay = hour !== null && hour >= 6 && hour <= 18;
  return (
    <svg className="sun" viewBox="-120 0 760 520" aria-hidden="true">
      <path className="ax" d="M-100 120H620" />
      <path className="g" d={arcs} />
      <path className="ax" d={rays} />
      <path d="M260 160V450" stroke="var(--ink)" strokeWidth="2.5" fill="none" />
      {hours.map(each => {
        const [x, y] = polar(each, 356).split(' ');
        return (
          <text key={each} x={x} y={Number(y) + 5} textAnchor="middle" className="hr">
            {each}
          </text>
        );
      })}
      {isDay && <path className="shadow" d={`M260 120L${polar(hour, 307)}`} />}
      <path className={isEmpty ? 'gnomon empty' : 'gnomon'} d="M260 120V14l54 106z" />
    </svg>
  );
}
