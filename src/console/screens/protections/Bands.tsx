import { formatNumber, formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { steadyText } from '../../ui/steady-text';
import { type BandKind, bandsOf, spread, type Zone, type Bands as ZoneBands } from './bands';
import type { Protection } from './protection-list';
import type { Threshold } from './settings';

/** A measured value with its name. */
export interface Pointer {
  readonly name: string;
  readonly value: number | null;
}

interface Props {
  readonly kind: BandKind;
  readonly thresholds: readonly Threshold[];
  readonly protection: Protection;
  readonly pointers: readonly Pointer[];
}

const units: Record<BandKind, string> = { voltage: 'Vn', frequency: 'Hz' };
const decimals: Record<BandKind, number> = { voltage: 3, frequency: 2 };
const flat = { start: 10, length: 500, top: 46, bottom: 84 };
const upright = { start: 248, length: -236, left: 56, right: 196 };
/** Approximate width of a letter, in units of the drawing. */
const letter = 6.2;

/** The trip zones in grey with code and delay, the normal range in white, and the measured values as pointers. */
export function Bands({ kind, thresholds, protection, pointers }: Props) {
  const shown = pointers.filter((pointer): pointer is Known => pointer.value !== null);
  const bands = bandsOf(
    kind,
    thresholds,
    protection,
    shown.map(({ value }) => value),
  );
  if (!bands) return <p className="u">{t('protection.bands.none')}</p>;
  const text = (value: number) => formatNumber(value, decimals[kind]);
  const sorted = [...shown].sort((a, b) => a.value - b.value);
  const normal = bands.zones.find(({ threshold }) => threshold === null);
  const summary = t('protection.bands.summary', {
    values: sorted.map(({ name, value }) => `${name} ${text(value)} ${units[kind]}`).join(', '),
    from: formatNumber(normal?.from, 2),
    to: formatQuantity(normal?.to, 2, units[kind]),
  });
  const props = { kind, bands, pointers: sorted, text, summary };
  return (
    <>
      <Upright {...props} />
      <Flat {...props} />
    </>
  );
}

interface Known extends Pointer {
  readonly value: number;
}

interface DrawingProps {
  readonly kind: BandKind;
  readonly bands: ZoneBands;
  /** In ascending order. */
  readonly pointers: readonly Known[];
  readonly text: (value: number) => string;
  /** The description for screen readers. */
  readonly summary: string;
}

const round = (place: number) => Math.round(place * 10) / 10;

function placer({ low, high }: ZoneBands, start: number, length: number) {
  return (value: number) =>
    round(start + (length * (Math.max(low, Math.min(high, value)) - low)) / Math.max(1e-9, high - low));
}

const zoneClass = ({ depth, isEntered, isActive }: Zone) =>
  `bz${depth === 0 ? '' : ` t${depth}`}${isEntered && isActive ? ' hit' : ''}`;

function delayWords({ threshold, isActive }: Zone): string {
  if (!threshold) return '';
  if (threshold.meanS !== null) return t('protection.mean', { minutes: threshold.meanS / 60 });
  const delay = formatQuantity(threshold.seconds, threshold.seconds < 1 ? 2 : 1, 's');
  return isActive ? delay : t('protection.bands.inactive', { delay });
}

function Flat({ kind, bands, pointers, text, summary }: DrawingProps) {
  const x = placer(bands, flat.start, flat.length);
  const { top, bottom } = flat;
  const places = spread(
    pointers.map(({ value }) => x(value)),
    92,
    [50, 470],
  );
  return (
    <svg ref={steadyText} className="sv bnd" viewBox="0 0 520 126" role="img" aria-label={summary}>
      {bands.zones.map(zone => {
        const [left, right] = [x(zone.from), x(zone.to)];
        const [middle, delay] = [(left + right) / 2, delayWords(zone)];
        const fits = (words: string) => words.length * letter < right - left;
        return (
          <g key={zone.from}>
            <path className={zoneClass(zone)} d={`M${left} ${top}H${right}V${bottom}H${left}z`} />
            {zone.threshold && fits(zone.threshold.code) && (
              <text x={middle} y={62} textAnchor="middle" className="code">
                {zone.threshold.code}
              </text>
            )}
            {fits(delay) && (
              <text className="t" x={middle} y={77} textAnchor="middle">
                {delay}
              </text>
            )}
          </g>
        );
      })}
      <path className="ax" d={`M10 84.5H510${bands.marks.map(mark => `M${x(mark)} 40V90`).join('')}`} />
      {bands.marks.map((mark, index) => {
        // Marks that are too close to each other alternate between two rows.
        const before = bands.marks[index - 1];
        const isClose = before !== undefined && x(mark) - x(before) < 34 && index % 2 === 1;
        return (
          <text key={mark} x={x(mark)} y={isClose ? 118 : 104} textAnchor="middle">
            {formatNumber(mark, kind === 'frequency' ? 1 : 2)}
          </text>
        );
      })}
      <text className="t" x="510" y="122" textAnchor="end">
        {units[kind]}
      </text>
      {pointers.map(({ name, value }, index) => (
        <g key={name}>
          <path d={`M${x(value)} 46l-5-9h10z`} fill="var(--ink)" />
          <path d={`M${x(value)} 46V84`} stroke="var(--ink)" strokeWidth="1.5" />
          <path className="w" style={{ strokeWidth: 1 }} d={`M${x(value)} 37L${places[index] ?? 0} 26`} />
          <text x={places[index]} y="20" textAnchor="middle">
            {name} <tspan className="v">{text(value)}</tspan>
          </text>
        </g>
      ))}
    </svg>
  );
}

/** The vertical drawing, for phones. */
function Upright({ kind, bands, pointers, text, summary }: DrawingProps) {
  const y = placer(bands, upright.start, upright.length);
  const { left, right } = upright;
  const descending = [...pointers].reverse();
  const places = spread(
    descending.map(({ value }) => y(value)),
    19,
    [20, 244],
  );
  return (
    <svg ref={steadyText} className="sv bnd-v" viewBox="0 0 330 262" role="img" aria-label={summary}>
      {bands.zones.map(zone => {
        const [foot, head] = [y(zone.from), y(zone.to)];
        const middle = (foot + head) / 2 + 4;
        return (
          <g key={zone.from}>
            <path className={zoneClass(zone)} d={`M${left} ${head}H${right}V${foot}H${left}z`} />
            {zone.threshold && foot - head > 12 && (
              <text x="60" y={middle} className="code">
                {zone.threshold.code}
              </text>
            )}
            {foot - head > 12 && (
              <text className="t" x="190" y={middle} textAnchor="end">
                {delayWords({ ...zone, isActive: true })}
              </text>
            )}
          </g>
        );
      })}
      {bands.marks.map(mark => (
        <text key={mark} x="50" y={y(mark) + 4} textAnchor="end">
          {formatNumber(mark, kind === 'frequency' ? 1 : 2)}
        </text>
      ))}
      {descending.map(({ name, value }, index) => (
        <g key={name}>
          <path d={`M${left} ${y(value)}H${right}`} stroke="var(--ink)" strokeWidth="1.5" />
          <path d={`M${right} ${y(value)}l9-5v10z`} fill="var(--ink)" />
          <path className="w" style={{ strokeWidth: 1 }} d={`M205 ${y(value)}L220 ${places[index] ?? 0}`} />
          <text x="224" y={(places[index] ?? 0) + 4}>
            {name} <tspan className="v">{text(value)}</tspan>
          </text>
        </g>
      ))}
    </svg>
  );
}
