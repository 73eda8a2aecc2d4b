import { models } from '../../src/datalogger/sources/fieldbus/sunspec/models';
import { valueIn } from '../../src/datalogger/sources/fieldbus/sunspec/types';
import type { InverterOrder } from '../../src/datalogger/sources/simulator/physics/field';

/** What is commanded together: its points, and what it goes back to. */
interface Control {
  readonly enable: string;
  readonly value: string;
  readonly reversion: string;
}

const controls: Readonly<Record<number, readonly Control[]>> = {
  123: [
    { enable: 'WMaxLim_Ena', value: 'WMaxLimPct', reversion: 'WMaxLimPct_RvrtTms' },
    { enable: 'VArPct_Ena', value: 'VArWMaxPct', reversion: 'VArPct_RvrtTms' },
  ],
  704: [
    { enable: 'WMaxLimPctEna', value: 'WMaxLimPct', reversion: 'WMaxLimPctRvrtTms' },
    { enable: 'VarSetEna', value: 'VarSetPct', reversion: 'VarSetRvrtTms' },
    { enable: 'PFWInjEna', value: 'PFWInj.PF', reversion: 'PFWInjRvrtTms' },
  ],
};

/** Chains begin with "SunS". */
const markSize = 2;

interface Place {
  readonly id: number;
  /** Where its id is in the image. */
  readonly at: number;
}

/** The models of an image that are commanded. */
function placesIn(image: Uint16Array): Place[] {
  const places: Place[] = [];
  for (let at = markSize; (image[at] ?? 0xffff) !== 0xffff; at += 2 + (image[at + 1] ?? 0)) {
    const id = image[at] ?? 0;
    if (id in controls) places.push({ id, at });
  }
  return places;
}

const pointOf = (id: number, name: string) => models.get(id)?.points.find(point => point.name === name);

function saidBy(image: Uint16Array, { id, at }: Place, name: string): number {
  const point = pointOf(id, name);
  if (!point) return 0;
  const words = image.subarray(at + point.offset, at + point.offset + point.size);
  const power = typeof point.scale === 'string' ? saidBy(image, { id, at }, point.scale) : 0;
  const value = valueIn(point.type, words, power);
  return typeof value === 'number' ? value : 0;
}

/** What is written to one inverter: it stays until the reversion time of its control is over. `nowMs` of any clock that runs on. */
export class WrittenControls {
  readonly #nowMs: () => number;
  readonly #words = new Map<number, number>();
  /** When each control goes back, by the index of its enabling word. */
  readonly #until = new Map<
    number,
    { readonly place: Place; readonly control: Control; readonly atMs: number }
  >();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Whether it was taken: only registers of the commanded models are, and not their id, their length and their scale factors. */
  write(image: Uint16Array, from: number, words: readonly number[]): boolean {
    const place = placesIn(image).find(
      ({ at }) => from >= at + 2 && from + words.length <= at + 2 + (image[at + 1] ?? 0),
    );
    if (!place || !words.every((_, index) => this.#isWritable(place, from + index))) return false;
    for (const [index, word] of words.entries()) this.#words.set(from + index, word);
    const shown = this.shown(image);
    for (const control of controls[place.id] ?? []) {
      const enable = place.at + (pointOf(place.id, control.enable)?.offset ?? 0);
      if (enable < from || enable >= from + words.length) continue;
      const seconds = saidBy(shown, place, control.reversion);
      const isOn = saidBy(shown, place, control.enable) === 1;
      if (isOn && seconds > 0)
        this.#until.set(enable, { place, control, atMs: this.#nowMs() + 1000 * seconds });
      else this.#until.delete(enable);
    }
    return true;
  }

  /** The registers as the device shows them now. */
  shown(image: Uint16Array): Uint16Array {
    this.#revert();
    if (this.#words.size === 0) return image;
    const shown = Uint16Array.from(image);
    for (const [index, word] of this.#words) shown[index] = word;
    return shown;
  }

  /** What the inverter is made to do; `share` is the part of its rated power that it gives. */
  orderOf(image: Uint16Array, share: number): InverterOrder {
    const shown = this.shown(image);
    const on = placesIn(shown).flatMap(place =>
      (controls[place.id] ?? []).flatMap(({ enable, value }) =>
        this.#words.has(place.at + (pointOf(place.id, enable)?.offset ?? 0)) &&
        saidBy(shown, place, enable) === 1
          ? [{ value, place, says: saidBy(shown, place, value) }]
          : [],
      ),
    );
    const limit = on.find(({ value }) => value === 'WMaxLimPct');
    const reactive = on.find(({ value }) => value === 'VArWMaxPct' || value === 'VarSetPct');
    const factor = on.find(({ value }) => value === 'PFWInj.PF');
    const sign = factor && saidBy(shown, factor.place, 'PFWInj.Ext') === 1 ? -1 : 1;
    const byFactor = factor ? sign * share * Math.tan(Math.acos(Math.min(1, factor.says))) : null;
    return { percent: limit?.says ?? null, reactive: reactive ? reactive.says / 100 : byFactor };
  }

  #isWritable({ id, at }: Place, index: number): boolean {
    const point = models
      .get(id)
      ?.points.find(({ offset, size }) => index >= at + offset && index < at + offset + size);
    return point !== undefined && point.type !== 'sunssf' && point.type !== 'pad';
  }

  #revert(): void {
    for (const [enable, { place, control, atMs }] of this.#until) {
      if (this.#nowMs() < atMs) continue;
      this.#until.delete(enable);
      this.#words.set(enable, 0);
      const value = pointOf(place.id, control.value);
      if (value) this.#words.delete(place.at + value.offset);
    }
  }
}
