import { emptyFrame, type Frame } from '../../storage/measures/frame';
import { fieldIndex, type KeptGroup } from '../../storage/measures/kept';
import type { Measures } from '../../storage/measures/measures';
import { addLate } from '../../storage/measures/rollup';
import { type Gap, type Share, shareOut } from './gap-shares';
import { type Production, productionIn, type QuietPlant } from './production';

/** A counter that moved in a time without readings. */
export interface FoundEnergy extends Gap {
  readonly group: KeptGroup;
  readonly id: number;
  readonly point: string;
  /** The most that it can count in an hour, whole thousandths; null where that is not known. */
  readonly mostPerHour: number | null;
  /** Whether it counts what the plant makes; else it is divided by the time. */
  readonly isMade: boolean;
  /** Energy of the plant that its silent inverters made: it belongs to the light that was measured meanwhile. */
  readonly isSeen?: boolean;
  /** Of a register that is kept as it stands: its reading before the gap. */
  readonly before?: number;
}

/** What is written of one group: by minute and device, the fields with their values. */
type Written = Map<number, Map<number, (readonly [at: number, value: number])[]>>;

/**
 * Energy of times without readings: divided among them by the sun and by what was measured meanwhile, and kept without coverage. So it counts
 * in every slot, day and price band alike, and is nowhere shown as measured.
 */
export class GapEnergies {
  #found: FoundEnergy[] = [];

  add(found: FoundEnergy): void {
    this.#found.push(found);
  }

  /** Writes what was found. Returns the time that it is in, if there is any. Inside a transaction. */
  write(store: Measures, plant: QuietPlant): readonly { readonly from: number; readonly to: number }[] {
    if (this.#found.length === 0) return [];
    const written = new Map<KeptGroup, Written>();
    const productions = new Map<string, Production>();
    for (const found of this.#found) {
      const { group, from, to, isMade, mostPerHour } = found;
      const key = `${from} ${to}`;
      const production = productions.get(key) ?? productionIn(store, found, plant);
      productions.set(key, production);
      const weightIn = isMade ? production.weightIn : (begin: number, end: number) => end - begin;
      const slots = written.get(group) ?? new Map();
      written.set(group, slots);
      note(slots, found, shareOut(found, { weightIn, mostPerHour }), production);
    }
    for (const [group, slots] of written) addLate(store, plant.zone, group, framesOf(group, slots));
    const [from, to] = [this.#found.map(gap => gap.from), this.#found.map(gap => gap.to)];
    return [{ from: Math.min(...from), to: Math.max(...to) }];
  }

  clear(): void {
    this.#found = [];
  }
}

function note(
  slots: Written,
  { group, id, point, before, isSeen = false }: FoundEnergy,
  shares: readonly Share[],
  { ratiosAt }: Production,
): void {
  const at = fieldIndex(group, point);
  let stand = before ?? 0;
  for (const { t, thousandths } of shares) {
    stand += thousandths;
    const devices = slots.get(t) ?? new Map();
    slots.set(t, devices);
    const fields = devices.get(id) ?? [];
    const ratios = isSeen ? ratiosAt(t) : [];
    devices.set(id, [
      ...fields,
      [at, before === undefined ? thousandths : stand],
      ...ratios.map(name => [fieldIndex(group, name), thousandths] as const),
    ]);
  }
}

function framesOf(group: KeptGroup, slots: Written): readonly Frame[] {
  return [...slots]
    .sort(([a], [b]) => a - b)
    .map(([t, devices]) => {
      const ids = [...devices.keys()].sort((a, b) => a - b);
      const frame = emptyFrame(group, t, ids);
      const width = frame.values.length / ids.length;
      ids.forEach((id, row) => {
        for (const [at, value] of devices.get(id) ?? []) {
          const held = frame.values[row * width + at] ?? Number.NaN;
          frame.values[row * width + at] = Number.isNaN(held) ? value : held + value;
        }
      });
      return frame;
    });
}
