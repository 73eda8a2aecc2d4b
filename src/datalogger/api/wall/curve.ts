import type { WallView } from '../../../contract/wall';
import { instantOfLocal, localDay, localTime } from '../../../contract/zone';

/** The slots of a day: their begin, measured and expected power in kW. */
export interface DaySlots {
  readonly t: readonly number[];
  readonly measured: readonly (number | null)[];
  readonly expected: readonly (number | null)[];
}

type Drawing = Pick<WallView['curva'], 'misurata' | 'area' | 'attesa' | 'ore' | 'potenze' | 'adesso'>;

const width = 1000;
const height = 300;
const hourS = 3600;
/** Local hours that are always shown. */
const firstHour = 6;
const lastHour = 20;
/** Lines of the power axis. */
const levels = 4;

/** The day as paths. `least`: kW up to which the axis goes at least. */
export function drawing(
  slots: DaySlots,
  zone: string,
  nowS: number,
  least: number,
  kilowatts: (value: number) => string,
): Drawing {
  const day = localDay(zone, nowS);
  const hour = (number: number) => instantOfLocal(zone, `${day}T${String(number).padStart(2, '0')}:00`);
  const lit = slots.t.filter((_, at) => (slots.measured[at] ?? 0) > 0 || (slots.expected[at] ?? 0) > 0);
  const from = Math.min(hour(firstHour), ...lit);
  const to = Math.max(hour(lastHour), ...lit.map(t => t + hourS / 2));
  const known = [...slots.measured, ...slots.expected].flatMap(value => value ?? []);
  const top = levels * niceStep(Math.max(least, ...known) / levels);
  const xOf = (t: number) => ((t - from) / (to - from)) * width;
  const yOf = (value: number) => height - (Math.max(0, value) / top) * height;
  const runsOf = (values: readonly (number | null)[]) => runs(slots.t, values, xOf, yOf);
  const line = (run: readonly string[]) => `M${run.join('L')}`;
  const measured = runsOf(slots.measured);
  const hours = Array.from({ length: 25 }, (_, number) => from + (hour(number) - from)).filter(
    (t, number) => number % 3 === 0 && t > from && t < to,
  );
  return {
    misurata: measured.map(line).join(''),
    area: measured.map(run => `${line(run)}V${height}H${run[0]?.split(' ')[0] ?? 0}Z`).join(''),
    attesa: runsOf(slots.expected).map(line).join(''),
    ore: hours.map(t => ({ a: xOf(t) / width, testo: localTime(zone, t).slice(11, 16) })),
    potenze: Array.from({ length: levels + 1 }, (_, level) => ({
      a: 1 - level / levels,
      testo: kilowatts((top * level) / levels),
    })),
    adesso: nowS < from || nowS > to ? null : xOf(nowS) / width,
  };
}

/** Points `x y` of stretches without a gap. */
function runs(
  times: readonly number[],
  values: readonly (number | null)[],
  xOf: (t: number) => number,
  yOf: (value: number) => number,
): string[][] {
  const all: string[][] = [];
  let isGap = true;
  times.forEach((t, at) => {
    const value = values[at] ?? null;
    const x = xOf(t);
    if (value === null || x < 0 || x > width) {
      isGap = true;
      return;
    }
    if (isGap) all.push([]);
    isGap = false;
    all.at(-1)?.push(`${x.toFixed(1)} ${yOf(value).toFixed(1)}`);
  });
  return all;
}

/** 1, 2, 2.5 or 5 times a power of ten, at least `value`. */
function niceStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 0.1)));
  return (([1, 2, 2.5, 5, 10].find(factor => factor * power >= value) ?? 10) * power) as number;
}
