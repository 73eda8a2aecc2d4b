import { localDate, startOfDay, startOfLocalDay } from '../../../contract/zone';
import { combine, type Frame } from '../../storage/measures/frame';
import { fieldIndex, fieldsOf } from '../../storage/measures/kept';
import type { Measures } from '../../storage/measures/measures';
import { dayFrames, nextDay } from '../../storage/measures/rollup';
import { isOfDevice, type Span } from '../../storage/measures/spans';
import type { DeviceRows, Snapshot } from '../snapshot';

type Group = 'inverter' | 'contatori' | 'impianto';
type Energies = ReadonlyMap<number, number>;

/** kWh that are marked as invalid: of each inverter and meter today, of the plant today, in this month, in this year. */
interface Marked {
  readonly isToday: boolean;
  /** The points of the plant that lack a marked time. */
  readonly lacking: readonly string[];
  readonly inverters: Energies;
  readonly meters: Energies;
  readonly eday: number;
  readonly emese: number;
  readonly eanno: number;
}

/**
 * Takes what an administrator marked as invalid off the energies of the running day, month and year, so that the live values say what the
 * archive says. The counters themselves go on; lifetime totals stay what the devices show.
 */
export class MarkedEnergies {
  readonly #store: Measures;
  readonly #zone: () => string;
  #known: { readonly spans: readonly Span[]; readonly key: string; readonly marked: Marked } | null = null;

  #light: { readonly key: string; readonly isDoubted: boolean } | null = null;
  #ratio: { readonly spans: readonly Span[]; readonly key: string; readonly percent: number | null } | null =
    null;

  constructor(store: Measures, zone: () => string) {
    this.#store = store;
    this.#zone = zone;
  }

  /** The marks; another list as soon as one is added or taken back. */
  get spans(): readonly Span[] {
    return this.#store.spans.all();
  }

  /** The snapshot as people and other programs see it. */
  shown(snapshot: Snapshot): Snapshot {
    const left = this.#withoutMarks(snapshot);
    if (!this.#isLightDoubtedAt(snapshot.t)) return left;
    const { impianto } = left.groups;
    const lacking = [[...new Set([...(impianto.lacking?.[0] ?? []), ...ofLight])]];
    return { ...left, groups: { ...left.groups, impianto: { ...impianto, lacking } } };
  }

  /** Whether light that was counted today only repeated (doubted-days.ts). */
  #isLightDoubtedAt(t: number): boolean {
    const zone = this.#zone();
    const key = `${zone} ${Math.floor(t / 60)}`;
    if (this.#light?.key !== key) {
      const today = startOfLocalDay(zone, t);
      const isDoubted = this.#store.doubts.within(today, t + 1).some(({ group }) => group === 'sensori');
      this.#light = { key, isDoubted };
    }
    return this.#light.isDoubted;
  }

  #withoutMarks(snapshot: Snapshot): Snapshot {
    const { spans } = this;
    if (spans.length === 0) return snapshot;
    const { inverters, meters, isToday, lacking, ...plant } = this.#markedAt(spans, snapshot.t);
    if (!isToday && lacking.length === 0) return snapshot;
    const { inverter, contatori, impianto } = snapshot.groups;
    const { eday = [] } = impianto.values;
    const left = { ...lessOf(impianto, plant), lacking: [lacking], ...(isToday && { wholeEday: eday }) };
    return {
      ...snapshot,
      groups: {
        ...snapshot.groups,
        inverter: withoutMarked(inverter, inverters, ['eday', 'yday']),
        contatori: withoutMarked(contatori, meters, ['eday']),
        impianto: isToday ? { ...left, values: { ...left.values, pr: [this.#ratioAt(snapshot.t)] } } : left,
      },
    };
  }

  #markedAt(spans: readonly Span[], t: number): Marked {
    const zone = this.#zone();
    const today = startOfLocalDay(zone, t);
    const key = `${zone} ${today}`;
    if (this.#known?.spans !== spans || this.#known.key !== key)
      this.#known = { spans, key, marked: this.#compute(spans, zone, today) };
    return this.#known.marked;
  }

  #compute(spans: readonly Span[], zone: string, today: number): Marked {
    const { year, month } = localDate(zone, today);
    const [ofYear, ofMonth] = [startOfDay(zone, year, 1, 1), startOfDay(zone, year, month, 1)];
    const days = [...new Set(spans.flatMap(span => daysOf(zone, span)))].filter(
      day => day >= ofYear && day <= today,
    );
    const plant = days.map(day => ({ day, kwh: this.#difference('impianto', zone, day).get(1) ?? 0 }));
    const since = (from: number) => plant.reduce((sum, { day, kwh }) => (day >= from ? sum + kwh : sum), 0);
    const isToday = days.includes(today);
    return {
      isToday,
      lacking: lackingSince(spans, { eday: today, emese: ofMonth, eanno: ofYear, pr: today }),
      inverters: isToday ? this.#difference('inverter', zone, today) : new Map(),
      meters: isToday ? this.#difference('contatori', zone, today) : new Map(),
      eday: since(today),
      emese: since(ofMonth),
      eanno: since(ofYear),
    };
  }

  /** The performance ratio of the day without the marked times, which the archive knows to the minute. */
  #ratioAt(t: number): number | null {
    const key = `${this.#known?.key} ${Math.floor(t / 5)}`;
    if (this.#ratio?.spans !== this.spans || this.#ratio.key !== key)
      this.#ratio = { spans: this.spans, key, percent: this.#readRatio(t) };
    return this.#ratio.percent;
  }

  #readRatio(t: number): number | null {
    const zone = this.#zone();
    const today = startOfLocalDay(zone, t);
    const { values } = dayOf(this.#store, 'impianto', zone, today);
    const index = fieldIndex('impianto', 'pr');
    const percent = (100 * (values[index] ?? Number.NaN)) / (values[index + 1] ?? Number.NaN);
    return Number.isFinite(percent) ? percent : null;
  }

  /** kWh that the marks take off a day, by device that is marked on it. */
  #difference(group: Group, zone: string, day: number): Energies {
    const without = energiesOf(this.#store, group, zone, day);
    const all = energiesOf(this.#store.supposing([]), group, zone, day);
    const spans = this.spans.filter(({ from, to }) => from < nextDay(zone, day) && to > day);
    const isMarked = (id: number) => group === 'impianto' || spans.some(span => isOfDevice(span, group, id));
    return new Map(
      [...all].flatMap(([id, kwh]) => (isMarked(id) ? [[id, kwh - (without.get(id) ?? 0)]] : [])),
    );
  }
}

/** Live values of the plant that rest on the light of the day. */
const ofLight = ['pr', 'eattesa'];

const ofProduction: readonly string[] = ['inverter', 'impianto'];

/** The points of the plant, by the time since which each counts, that lack a span: a ratio lacks one of the sensors too. */
const lackingSince = (spans: readonly Span[], since: Readonly<Record<string, number>>): string[] =>
  Object.entries(since).flatMap(([point, from]) => {
    const lacks = ({ group, to }: Span) =>
      to > from && (ofProduction.includes(group) || (point === 'pr' && group === 'sensori'));
    return spans.some(lacks) ? [point] : [];
  });

function daysOf(zone: string, { from, to }: Span): number[] {
  const days: number[] = [];
  for (let t = startOfLocalDay(zone, from); t < to; t = nextDay(zone, t)) days.push(t);
  return days;
}

const dayOf = (store: Measures, group: Group, zone: string, day: number): Frame =>
  combine(group, day, dayFrames(store, group, zone, day, nextDay(zone, day)));

function energiesOf(store: Measures, group: Group, zone: string, day: number): Energies {
  const { ids, values } = dayOf(store, group, zone, day);
  const fields = fieldsOf(group);
  const index = fieldIndex(group, 'eday');
  const scale = fields[index]?.scale ?? 1;
  const energyOf = (at: number) => values[at * fields.length + index] ?? Number.NaN;
  return new Map(
    ids.flatMap((id, at) => (Number.isNaN(energyOf(at)) ? [] : [[id, energyOf(at) / scale] as const])),
  );
}

/** Never below 0: archive and counter round apart. */
const less = (value: number | null, kwh: number) => (value === null ? null : Math.max(0, value - kwh));

function lessOf(rows: DeviceRows, kwh: Readonly<Record<string, number>>): DeviceRows {
  const values = { ...rows.values };
  for (const [point, marked] of Object.entries(kwh))
    values[point] = (values[point] ?? []).map(value => less(value, marked));
  return { ...rows, values };
}

/** The energy of the day, and of an inverter what it is for each kWp. */
function withoutMarked(rows: DeviceRows, marked: Energies, lacking: readonly string[]): DeviceRows {
  if (marked.size === 0) return rows;
  const { eday = [], yday } = rows.values;
  const left = eday.map((value, row) => less(value, marked.get(rows.id[row] ?? 0) ?? 0));
  const share = (row: number) => (eday[row] ? (left[row] ?? 0) / eday[row] : 1);
  const yields = yday?.map((value, row) => (value === null ? null : value * share(row)));
  return {
    ...rows,
    values: { ...rows.values, eday: left, ...(yields && { yday: yields }) },
    lacking: rows.id.map(id => (marked.has(id) ? lacking : [])),
    wholeEday: eday,
  };
}
