import { meterRoles } from '../../../contract/codes';
import { pointOf } from '../../../contract/points';
import { startOfLocalDay } from '../../../contract/zone';
import { combine } from '../../storage/measures/frame';
import { fieldsOf, type KeptGroup, keptGroups } from '../../storage/measures/kept';
import type { Measures } from '../../storage/measures/measures';
import { archiveEnd, quarterFrames } from '../../storage/measures/rollup';
import { isGood } from '../processing/rows';
import { isCounted } from '../processing/stands';
import type { DeviceRows, Snapshot } from '../snapshot';
import { DayCounters, longestStepS, type Moved, type Reading } from './day-counters';
import { type FoundEnergy, GapEnergies } from './gap-energies';
import type { Gap } from './gap-shares';
import { QuietTimes } from './quiet-times';
import { TotalCounters } from './total-counters';

/** A register of a meter is named with this in front: its reading is kept for the time in which the meter is silent. */
const registerPrefix = 'register:';
/** Registers of the meters that are kept as they stand, and whether they count what the plant makes. */
const registers = [
  ['e_imm', true],
  ['e_prel', false],
  ['er1', false],
  ['er2', false],
  ['er3', false],
  ['er4', false],
] as const;

/** Turns the counters of all devices into the energy of each sample, and finds what they moved while nothing was read. */
export class EnergyCounters {
  readonly #days = new DayCounters();
  readonly #totals = new TotalCounters();
  readonly #registers = new Map<string, Reading>();
  readonly #zone: () => string;
  readonly gaps = new GapEnergies();
  readonly quiet = new QuietTimes();
  /** Energies of the inverters in the sample that is read. */
  #made = new Map<number, Moved>();
  /** Rated power of each inverter and of all of them, kW; null where it is not known. */
  #ratedKw = new Map<number, number | null>();
  #plantKw: number | null = null;

  constructor(zone: () => string) {
    this.#zone = zone;
  }

  /** Every reading that has to survive a restart. */
  readings(): readonly (readonly [string, Reading])[] {
    return [...this.#totals.stands(), ...this.#days.readings(), ...this.#registers];
  }

  shift(seconds: number): void {
    this.#days.shift(seconds);
    this.#totals.shift(seconds);
    for (const [key, reading] of this.#registers)
      this.#registers.set(key, { ...reading, t: reading.t + seconds });
  }

  moveTo(zone: string, before: string): void {
    this.#days.moveTo(zone, before);
  }

  /** To be called with every sample before its energies are asked. */
  begin(snapshot: Snapshot, t: number): void {
    const { groups } = snapshot;
    const { inverter, contatori } = groups;
    const rated = inverter.id.map((_, device) => inverter.values.pn?.[device] ?? null);
    this.#ratedKw = new Map(inverter.id.map((id, device) => [id, rated[device] ?? null]));
    this.#plantKw = rated.length === 0 || rated.includes(null) ? null : sum(rated.map(each => each ?? 0));
    this.quiet.read(snapshot, t, {
      lastOf: id => this.#totals.lastOf(`inverter.${id}`),
      stepKwh: (id, totalKwh) => this.#totals.stepOf(`inverter.${id}`, 1000 * totalKwh) / 1000,
    });
    this.#readTotals(groups, t);
    this.#made = new Map(
      inverter.id.flatMap((id, device) => {
        const value = inverter.values.eday?.[device] ?? null;
        if (value === null || !isGood(inverter, device, t)) return [];
        return [[id, this.#days.read(keyOf('inverter', 'eday', id), value, t, this.#zone())] as const];
      }),
    );
    this.#readRegisters(contatori, t);
  }

  /** Energy of a sample, whole thousandths: 0 where the counter moved in a gap. */
  energyOf(group: KeptGroup, point: string, id: number, value: number, t: number): number {
    const made = group === 'inverter' && point === 'eday' ? this.#made.get(id) : undefined;
    const key = keyOf(group, point, id);
    const moved = made ?? this.#days.read(key, value, t, this.#zone());
    if (moved.isFound) {
      // What was expected meanwhile is not known, as the light is not.
      if (point !== 'eattesa') this.#find(group, point, id, gapOf(moved, t));
      return 0;
    }
    return group === 'impianto' && point === 'eday' ? this.#withoutFound(id, moved, t) : moved.thousandths;
  }

  /** The plant counts inverters that answer again at once: what they made meanwhile is of the time in which they were silent. */
  #withoutFound(id: number, { thousandths }: Moved, t: number): number {
    let left = thousandths;
    for (const made of this.#made.values()) {
      const found = made.isFound ? Math.min(left, made.thousandths) : 0;
      if (found > 0) this.#find('impianto', 'eday', id, { ...gapOf(made, t), thousandths: found }, true);
      left -= found;
    }
    return left;
  }

  #find(group: KeptGroup, point: string, id: number, gap: Gap, isSeen = false): void {
    if (gap.thousandths > 0)
      this.gaps.add({ ...gap, ...this.#placeOf(group, point, id), isMade: true, isSeen });
  }

  #placeOf(
    group: KeptGroup,
    point: string,
    id: number,
  ): Pick<FoundEnergy, 'group' | 'point' | 'id' | 'mostPerHour'> {
    const kw = group === 'inverter' ? (this.#ratedKw.get(id) ?? null) : this.#plantKw;
    return { group, point, id, mostPerHour: kw === null || point === 'yday' ? null : 1000 * kw };
  }

  /** Finds the energy of plant, inverters and meters on days whose end was not sampled. */
  #readTotals(groups: Snapshot['groups'], t: number): void {
    let isOfPlant = false;
    for (const group of ['impianto', 'inverter'] as const) {
      const rows = groups[group];
      rows.id.forEach((id, device) => {
        const missed = this.#missedBy(group, rows, device, t);
        if (!missed) return;
        this.#find(group, 'eday', id, missed);
        const kwp = rows.values.kwp?.[device] ?? null;
        if (kwp !== null)
          this.#find(group, 'yday', id, { ...missed, thousandths: Math.round(missed.thousandths / kwp) });
        if (group === 'impianto') isOfPlant = true;
        // The plant was seen meanwhile, without this inverter.
        else if (!isOfPlant) this.#find('impianto', 'eday', groups.impianto.id[0] ?? 1, missed, true);
      });
    }
    const { contatori } = groups;
    contatori.id.forEach((id, device) => {
      const missed = this.#missedBy('contatori', contatori, device, t);
      if (missed) this.#find('contatori', 'eday', id, missed);
    });
  }

  #missedBy(
    group: 'impianto' | 'inverter' | 'contatori',
    rows: DeviceRows,
    device: number,
    t: number,
  ): Gap | null {
    const counter = group === 'contatori' ? counterOfDay(rows, device) : 'etot';
    const total = (rows.totals ?? rows.values)[counter]?.[device] ?? null;
    const today = rows.values.eday?.[device] ?? null;
    if (total === null || today === null || !isGood(rows, device, t)) return null;
    return this.#totals.read(`${group}.${rows.id[device]}`, total, today, { t, zone: this.#zone() });
  }

  /** Finds what the registers of the meters moved while these were silent. */
  #readRegisters(meters: DeviceRows, t: number): void {
    meters.id.forEach((id, device) => {
      if (!isGood(meters, device, t)) return;
      for (const [point, isMade] of registers) {
        const read = meters.values[point]?.[device] ?? null;
        if (read === null) continue;
        const key = registerPrefix + keyOf('contatori', point, id);
        const [last, value] = [this.#registers.get(key), Math.round(read * 1000)];
        this.#registers.set(key, { value, t });
        const thousandths = value - (last?.value ?? value);
        if (last === undefined || t - last.t <= longestStepS || thousandths <= 0) continue;
        const most = isMade ? this.#placeOf('contatori', point, id).mostPerHour : null;
        const place = { group: 'contatori' as const, id, point, isMade, before: last.value };
        this.gaps.add({ thousandths, from: last.t, to: t, ...place, mostPerHour: most });
      }
    });
  }

  /** Counters continue from their stored readings; in archives of older versions, which have none, from today's energy. */
  restore(store: Measures, now: number): void {
    const end = archiveEnd(store);
    if (end === null) return;
    this.#restoreToday(store, startOfLocalDay(this.#zone(), end - 1), end);
    for (const { counter, t, value } of store.stands()) {
      if (isCounted(counter)) continue;
      const isAhead = t > now;
      if (counter.startsWith(registerPrefix)) this.#registers.set(counter, { value, t: isAhead ? end : t });
      else if (isOfDay(counter)) this.#days.restore(counter, { value, t: isAhead ? Number.NaN : t });
      else this.#totals.restore(counter, { value, t: isAhead ? end : t });
    }
  }

  #restoreToday(store: Measures, dayStart: number, end: number): void {
    for (const group of keptGroups) {
      const today = combine(group, dayStart, quarterFrames(store, group, dayStart, end));
      const fields = fieldsOf(group);
      fields.forEach(({ point }, offset) => {
        if (pointOf(group, point)?.[2] !== 'energy') return;
        today.ids.forEach((id, device) => {
          const value = today.values[device * fields.length + offset] ?? Number.NaN;
          if (!Number.isNaN(value)) this.#days.restore(keyOf(group, point, id), { value, t: end });
        });
      });
    }
  }
}

/** The lifetime counter of which the energy of the day of a meter is, by its role. */
const counterOfDay = ({ values }: DeviceRows, device: number) =>
  exporting.includes(values.ruolo?.[device] ?? Number.NaN) ? 'e_imm' : 'e_prel';

const exporting: readonly number[] = [meterRoles.exchange, meterRoles.production];

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
const gapOf = ({ thousandths, since }: Moved, t: number): Gap => ({ thousandths, from: since, to: t });
/** A counter of a lifetime is named by its device, one that starts again every day by its point as well. */
const isOfDay = (counter: string) => counter.split('.').length === 3;
const keyOf = (group: KeptGroup, point: string, id: number) => `${group}.${id}.${point}`;
