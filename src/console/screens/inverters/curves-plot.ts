import { lossLimits } from '../../data/deviation';
import { median } from '../../data/statistics';
import { numberOf } from '../../device-screens/device-list';
import { slotValue, type Today } from '../../device-screens/today';
import { t } from '../../i18n/translate';
import { linePath } from '../../ui/chart-scale';
import { pointsOf, runsOf, type Values } from '../../ui/day-line';
import type { Scales, Series } from '../../ui/plot/model';
import type { Inverter } from './inverter-list';
import { lightDay } from './power-today';

/** Below this median, in kW/kWp, inverters are not compared. */
const comparableFrom = 0.05;
/** Maximum number of named curves: those furthest from the median. */
const mostNamed = 6;
/** Half width of the band of the median, and the deviation from which a line is named, as shares of the median. */
const band = lossLimits.warning / 100;
export const apartFrom = lossLimits.poor / 100;

interface Curve {
  readonly inverter: Inverter;
  readonly values: Values;
  /** The greatest deviation that lasted for two slots, or that of the last slot, as a share of the median. */
  readonly apart: number;
}

/** The specific power of every inverter today, and those that were away from the median for half an hour, are so now, or do not communicate. */
export function curves(today: Today, inverters: readonly Inverter[], zone: string) {
  const day = lightDay(today, zone);
  const specific = inverters.map(inverter => specificPower(day, inverter));
  const medians = day.slots.map((_, slot) => median(specific.flatMap(values => values[slot] ?? [])));
  const lines = inverters.map((inverter, index): Curve => {
    const values = specific[index] ?? [];
    return { inverter, values, apart: apartOf(values, medians) };
  });
  const named = lines
    .filter(({ apart, inverter }) => apart >= apartFrom || inverter.isSilent)
    .sort((one, other) => other.apart - one.apart)
    .slice(0, mostNamed);
  return { day, medians, lines, named };
}

function specificPower(day: Today, inverter: Inverter): Values {
  const peak = numberOf(inverter, 'kwp') ?? numberOf(inverter, 'pn');
  const powerIn = slotValue(day, `inverter.${inverter.id}.pac`);
  return day.slots.map(slot => {
    const power = powerIn(slot);
    return power === null || !peak ? null : power / peak;
  });
}

function apartOf(values: Values, medians: Values): number {
  const deviations = values.flatMap((value, slot) => {
    const middle = medians[slot] ?? 0;
    return value === null || middle < comparableFrom ? [] : Math.abs(value / middle - 1);
  });
  return Math.max(
    deviations.at(-1) ?? 0,
    ...deviations.map((each, slot) => Math.min(each, deviations[slot - 1] ?? 0)),
  );
}

/** Where values are farthest from the median: by how much, as a share of it, and when (epoch seconds); null without a comparison. */
export function farthest(values: Values, { medians, day: { slots } }: Pick<DayCurves, 'medians' | 'day'>) {
  const all = slots.flatMap(({ from }, slot) => {
    const [value = null, middle = null] = [values[slot], medians[slot]];
    const isCompared = value !== null && middle !== null && middle >= comparableFrom;
    return isCompared ? [{ atS: from, deviation: value / middle - 1 }] : [];
  });
  return all.reduce<(typeof all)[number] | null>(
    (most, each) => (most && Math.abs(most.deviation) >= Math.abs(each.deviation) ? most : each),
    null,
  );
}

type DayCurves = ReturnType<typeof curves>;

/** Grey lines, and in ink those of who is apart. The median is only read out: it is drawn as a band. */
export function seriesOf({ medians, lines, named }: ReturnType<typeof curves>): readonly Series[] {
  const common = { unit: 'kW/kWp', decimals: 2 } as const;
  const lineOf = ({ inverter: { id, name }, values }: Curve): Series => ({
    ...common,
    key: id,
    label: name,
    shape: 'line',
    values,
    look: 'compared',
    isQuiet: true,
  });
  return [
    ...lines.filter(line => !named.includes(line)).map(lineOf),
    {
      ...common,
      key: 'median',
      label: t('inverters.curves.median'),
      shape: 'none',
      look: 'compared',
      values: medians,
    },
    ...named.map(line => ({ ...lineOf(line), look: 'l0' as const, isQuiet: false })),
  ];
}

/** The name of a line, in px. */
export interface End {
  readonly label: string;
  /** Where the line ends. */
  readonly at: readonly [x: number, y: number];
  /** The height of the name. */
  readonly y: number;
}

/** Distance between the names of lines that end close together, px. */
const endPitch = 13;

/** The names of the lines at the height of their ends, none over another, and none below the axis. */
export function endsOf({ day, medians, named }: ReturnType<typeof curves>, { x, y }: Scales): readonly End[] {
  const rows = { first: 0, end: day.slots.length };
  const endOf = (label: string, values: Values): readonly End[] => {
    const row = (runsOf(values, rows).at(-1)?.end ?? 0) - 1;
    const slot = day.slots[row];
    const height = y(values[row] ?? 0);
    return slot ? [{ label, at: [x(slot.to), height], y: height }] : [];
  };
  const ends = [
    ...endOf(t('inverters.curves.median'), medians),
    ...named.flatMap(({ inverter, values }) => endOf(inverter.name, values)),
  ];
  const spread = (from: number, direction: 1 | -1, all: readonly End[]) => {
    let free = from;
    return all.map(each => {
      const top = direction * Math.max(direction * each.y, direction * free);
      free = top + direction * endPitch;
      return { ...each, y: top };
    });
  };
  const down = spread(
    endPitch / 2,
    1,
    [...ends].sort((one, other) => one.y - other.y),
  );
  return spread(y(0) - endPitch / 2, -1, down.reverse());
}

/** The mean width of a letter in the widest of the usual fonts, px. */
const letterPx = 6.5;
/** Distance of the names from the last slot, px. */
const gapPx = 6;

/** The column of the names: after the last slot or, where the axis ends too soon, before it, px. */
export function columnOf(ends: readonly End[], lastPx: number, endPx: number) {
  const widestPx = Math.max(...ends.map(({ label }) => letterPx * label.length));
  return lastPx + gapPx + widestPx > endPx
    ? ({ x: lastPx - gapPx, textAnchor: 'end' } as const)
    : ({ x: lastPx + gapPx, textAnchor: 'start' } as const);
}

/** The outline of the band of the median. */
export function bandPath(
  { day: { slots }, medians }: ReturnType<typeof curves>,
  { project }: Pick<Scales, 'project'>,
): string {
  const side = (factor: number) => medians.map(value => value && value * factor);
  const [above, below] = [side(1 + band), side(1 - band)];
  return runsOf(medians, { first: 0, end: slots.length })
    .map(run => [
      ...pointsOf(slots, above, run, project),
      ...[...pointsOf(slots, below, run, project)].reverse(),
    ])
    .map(outline => `${linePath(outline)}z`)
    .join('');
}
