import '../../ui/drawing.css';
import { useMemo } from 'react';
import { dayOf } from '../../data/days';
import { plantNowMs } from '../../data/plant-clock';
import { resource } from '../../data/resource';
import { numberAt, readTable } from '../../data/table';
import { useResource } from '../../data/use-resource';
import { formatNumber, formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { steadyText } from '../../ui/steady-text';
import { type Controller, limitKwOf, ofGreatest } from './controller-live';
import { sideWord } from './words';

const everyMs = 300_000;
const dayCodes = 'impianto.pimm,impianto.pprel,impianto.qac';

/** Means of a quarter of an hour: reactive power of the inverters in kvar, exchanged power in kW. */
type DayPoint = readonly [q: number, p: number];

function readDay(raw: unknown): readonly DayPoint[] {
  const table = readTable(raw);
  return Array.from({ length: table.rows }, (_, row) => row).flatMap(row => {
    const [out, into, q] = ['impianto.pimm', 'impianto.pprel', 'impianto.qac'].map(code =>
      numberAt(table, code, row),
    );
    const isKnown = typeof out === 'number' && typeof into === 'number' && typeof q === 'number';
    return isKnown && out > 0 ? [[q, out - into]] : [];
  });
}

interface Props {
  readonly controller: Controller;
  readonly zone: string;
}

/** Capability, limit, requested point and measured point at the point of delivery; earlier points of the day are small dots. */
export function PqPlane({ controller, zone }: Props) {
  const d = dayOf(plantNowMs(), zone);
  const today = useMemo(
    () => resource('GET dati_impianto/daily', { query: { m: dayCodes, d } }, readDay, { everyMs }),
    [d],
  );
  const points = useResource(today).value ?? [];
  const plane = planeOf(controller);
  if (!plane) return <p className="u">{t('controller.plane.none')}</p>;
  const { x, y, outline } = plane;
  const limitKw = limitKwOf(controller.appliedPercent, controller);
  const limitWords = t('controller.plane.limit', { percent: formatNumber(controller.appliedPercent, 0) });
  return (
    <svg
      ref={steadyText}
      className="sv pq"
      viewBox="0 0 500 290"
      role="img"
      aria-label={summaryOf(controller, limitWords)}
    >
      <path fill="var(--inset)" stroke="var(--line-2)" d={outline} />
      <Grid controller={controller} x={x} y={y} />
      {limitKw !== null && (
        <>
          <path d={`M135 ${y(limitKw)}H365`} stroke="var(--ink)" strokeWidth="2" />
          <text {...(isOnRight(controller) ? limitPlaces.right : limitPlaces.left)} y={y(limitKw)} dy="-.4em">
            {limitWords}
          </text>
        </>
      )}
      <g fill="var(--ink-3)" opacity="0.55">
        {points.map(([q, p]) => (
          <circle key={`${q} ${p}`} cx={x(q)} cy={y(p)} r="2.2" />
        ))}
      </g>
      <Working controller={controller} x={x} y={y} />
    </svg>
  );
}

interface Placed {
  readonly controller: Controller;
  readonly x: (kvar: number) => number;
  readonly y: (kw: number) => number;
}

function Grid({ controller: { rated }, x, y }: Placed) {
  const p = rated.p ?? 0;
  const q = rated.q ?? 0;
  const levels = [0.25, 0.5, 0.75, 1].map(share => p * share);
  return (
    <>
      <path
        className="g"
        d={`M250 ${field.top}V${field.bottom}${levels.map(kw => `M${field.left} ${y(kw)}H${field.right}`).join('')}`}
      />
      <path className="ax" d={`M${field.left} ${field.bottom}.5H${field.right}`} />
      {levels.map((kw, index) => (
        <text key={kw} className="t" x={field.left} y={y(kw) - 4}>
          {index === levels.length - 1 ? formatQuantity(kw, 0, 'kW') : formatNumber(kw, 0)}
        </text>
      ))}
      {[-q, -q / 2, 0, q / 2, q].map(kvar => (
        <text key={kvar} className="t" x={x(kvar)} y="264" textAnchor="middle">
          {formatNumber(kvar, 0)}
        </text>
      ))}
      <text className="t" x={field.left} y="284">
        {t('controller.side.inductive')}
      </text>
      <text className="t" x={field.right} y="284" textAnchor="end">
        {t('controller.plane.capacitive')}
      </text>
    </>
  );
}

/** Whether the measured point is so far to the right that its label is on its left. */
const isOnRight = ({ q, rated }: Controller) => (q ?? 0) > (rated.q ?? 0) / 3;

/** The words at the limit are on the side without the label of the measured point, which may be on the line. */
const limitPlaces = { left: { x: 234, textAnchor: 'end' }, right: { x: 266 } } as const;

/** The requested point (ring) and the measured point (dot). */
function Working({ controller, x, y }: Placed) {
  const { p, q, askedPercent, powerFactor } = controller;
  const askedQ = ofGreatest(controller.reactivePercent, controller);
  const askedP = askedPercent !== null && askedPercent < 100 ? limitKwOf(askedPercent, controller) : p;
  const isRight = isOnRight(controller);
  // The label is beside the dot and the ring, on the outer side of both.
  const places = [x(q ?? 0), x(askedQ ?? q ?? 0)];
  const label = isRight
    ? ({ x: Math.min(...places) - 16, textAnchor: 'end' } as const)
    : ({ x: Math.max(...places) + 16, textAnchor: 'start' } as const);
  return (
    <>
      {askedQ !== null && askedP !== null && (
        <circle cx={x(askedQ)} cy={y(askedP)} r="9" fill="none" stroke="var(--ink)" strokeWidth="1.5" />
      )}
      {p !== null && q !== null && (
        <>
          <circle className="dot" cx={x(q)} cy={y(p)} r="5.5" />
          <text {...label} className="v" y={within(40, y(p))} dy="-.4em">
            {formatQuantity(p, 1, 'kW')}
          </text>
          <text {...label} y={within(40, y(p))} dy="1.1em">
            {formatQuantity(q, 0, 'kvar')}, cos φ {formatNumber(powerFactor, 3)}
          </text>
        </>
      )}
    </>
  );
}

/** Keeps the two lines of text below the top of the plane, and above the outline that rises from its axis on both sides. */
const within = (highest: number, at: number) => Math.max(highest, Math.min(field.bottom - 86 + highest, at));

function summaryOf({ p, q }: Controller, limit: string): string {
  return t('controller.plane.summary', {
    p: formatQuantity(p, 1, 'kW'),
    q: formatQuantity(q, 0, 'kvar'),
    side: sideWord(q),
    limit,
  });
}

/** Limits of the drawing: capacitive reactive power is to the right, active power upwards. */
const field = { left: 30, right: 470, top: 22, bottom: 246, middle: 250 } as const;

interface Plane {
  readonly x: (kvar: number) => number;
  readonly y: (kw: number) => number;
  /** Path around the powers that the plant can deliver. */
  readonly outline: string;
}

/** Scale beyond the capability, so that points outside it can be drawn. */
const margin = 1.18;
/** Below this share of the rated power the available reactive power is smaller (CEI 0-16, capability of inverters). */
const fullFrom = 0.1;
const steps = 24;

/** Converts powers into places of the drawing; null if the capability is not known. */
function planeOf({ rated: { p, q, s } }: Controller): Plane | null {
  if (!p || !q) return null;
  const round = (place: number) => Math.round(place * 10) / 10;
  const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));
  const half = (field.right - field.left) / 2;
  const x = (kvar: number) => round(field.middle + half * clamp(kvar / (q * margin), -1, 1));
  const height = field.bottom - field.top;
  const y = (kw: number) => round(field.bottom - height * clamp(kw / (p * 1.06), -0.03, 1));
  const reach = (kw: number) =>
    Math.min(q, Math.sqrt(Math.max(0, (s ?? Number.POSITIVE_INFINITY) ** 2 - kw ** 2)));
  const levels = Array.from({ length: steps + 1 }, (_, n) => p * (fullFrom + ((1 - fullFrom) * n) / steps));
  const right = levels.map(kw => `${x(reach(kw))} ${y(kw)}`);
  const left = [...levels].reverse().map(kw => `${x(-reach(kw))} ${y(kw)}`);
  return { x, y, outline: `M${x(0)} ${y(0)}L${[...right, ...left].join('L')}z` };
}
