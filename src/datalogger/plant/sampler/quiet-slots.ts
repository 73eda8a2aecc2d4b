import { quarterS } from '../../../contract/zone';
import { combineInto, type Frame } from '../../storage/measures/frame';
import { fieldIndex, fieldsOf, type KeptGroup } from '../../storage/measures/kept';
import type { Measures } from '../../storage/measures/measures';
import { minuteFrames, minuteS, quarterFrames } from '../../storage/measures/rollup';
import { isUseful } from '../processing/limits';
import { median } from '../processing/median';
import { clearPower, lightOnModules } from '../solar/clear-power';
import { stepOfGap } from './gap-shares';
import type { QuietKnowledge, QuietSlot, QuietTime } from './quiet';

/** A slot is known where this share of it was measured. */
const tellingShare = 0.5;
/** The sky of before and after says nothing of a longer silence, s. */
const longestSkyS = 12 * 3600;
/** The light before is the mean of this time, s. */
const beforeS = 900;
/** °C, for the power under a clear sky. */
const usualAmbient = 20;

/** The parts of a silence with usable light; those of which nothing is known, and the night, are left out. */
export function quietSlots(
  store: Measures,
  time: Pick<QuietTime, 'from' | 'to' | 'lightAfter'>,
  plant: QuietKnowledge,
): readonly QuietSlot[] {
  const { from, to } = time;
  const stepS = stepOfGap(time);
  const framesIn = stepS < quarterS ? minuteFrames : quarterFrames;
  const slotsOf = (group: KeptGroup) =>
    new Map(
      combineInto(group, framesIn(store, group, from, to), t => Math.floor(t / stepS) * stepS).map(frame => [
        frame.t,
        frame,
      ]),
    );
  const [plants, inverters, controllers] = [slotsOf('impianto'), slotsOf('inverter'), slotsOf('cci')];
  const clearness = clearnessOf(store, time, plant);
  const slots: QuietSlot[] = [];
  for (let start = Math.floor(from / stepS) * stepS; start < to; start += stepS) {
    const [begin, end] = [Math.max(start, from), Math.min(start + stepS, to)];
    const t = Math.ceil(begin / minuteS) * minuteS;
    if (t + minuteS > end) continue;
    const answered = answeredIn(inverters.get(start));
    const seconds = end - begin;
    const measured = measuredIn(plants.get(start), answered, { seconds, plant });
    const promised = measured ? measured.perKwp : clearIn((begin + end) / 2, clearness, plant);
    if (promised === null) continue;
    const perKwp = Math.min(promised, orderedIn(controllers.get(start), plant));
    slots.push({ t, seconds, perKwp, isMeasured: measured !== null, answered });
  }
  return slots;
}

interface Answered {
  readonly seconds: number;
  readonly kwh: number;
  /** Share of its useful time in which it stood still. */
  readonly stood: number;
}

const readAt = (group: KeptGroup, { values }: Frame, device: number, point: string, part = 0) => {
  const fields = fieldsOf(group);
  const at = fieldIndex(group, point) + part;
  const value = values[device * fields.length + at] ?? Number.NaN;
  return Number.isNaN(value) ? null : value / (fields[at]?.scale ?? 1);
};
const coverageOf = (group: KeptGroup, { values }: Frame, device: number) =>
  values[device * fieldsOf(group).length] ?? 0;

function answeredIn(frame: Frame | undefined): ReadonlyMap<number, Answered> {
  return new Map(
    frame?.ids.flatMap((id, device) => {
      const seconds = coverageOf('inverter', frame, device);
      const kw = readAt('inverter', frame, device, 'pac');
      if (seconds <= 0 || kw === null) return [];
      const useful = readAt('inverter', frame, device, 'fermo', 1) ?? 0;
      const stood = useful > 0 ? (readAt('inverter', frame, device, 'fermo') ?? 0) / useful : 0;
      return [[id, { seconds, kwh: (Math.max(0, kw) * seconds) / 3600, stood }] as const];
    }),
  );
}

/** kW for each kWp that the plant's controllers let it give in a slot, as far as they said; infinite where they said nothing. */
function orderedIn(frame: Frame | undefined, { ratedKw, peakKwp }: QuietKnowledge): number {
  const limits = frame?.ids.flatMap((_, device) => readAt('cci', frame, device, 'plim') ?? []) ?? [];
  return limits.length === 0 || peakKwp <= 0
    ? Number.POSITIVE_INFINITY
    : ((Math.min(...limits) / 100) * ratedKw) / peakKwp;
}

interface Within {
  readonly seconds: number;
  readonly plant: QuietKnowledge;
}

/** What was measured in a slot; `perKwp` is null where there was too little light. Null where light was not measured. */
function measuredIn(
  frame: Frame | undefined,
  answered: ReadonlyMap<number, Answered>,
  { seconds, plant: { limits, peaks } }: Within,
): { readonly perKwp: number | null } | null {
  const isKnown = frame !== undefined && coverageOf('impianto', frame, 0) >= tellingShare * seconds;
  const poa = isKnown ? readAt('impianto', frame, 0, 'poa') : null;
  const expectedKw = isKnown ? readAt('impianto', frame, 0, 'pattesa') : null;
  const running = [...answered].filter(
    ([, each]) => each.seconds >= tellingShare * seconds && each.stood < tellingShare,
  );
  const yields = running.flatMap(([id, { kwh, seconds: answeredS }]) => {
    const kwp = peaks.get(id) ?? 0;
    return kwp > 0 ? [(kwh * 3600) / answeredS / kwp] : [];
  });
  const middle = median(yields);
  if (poa === null && middle === null) return null;
  if (!isUseful(poa, middle ?? 0, limits)) return { perKwp: null };
  const installedKwp = [...peaks.values()].reduce((sum, kwp) => sum + kwp, 0);
  // Where no other inverter runs, what the light promises is expected of it.
  return { perKwp: middle ?? (expectedKw === null || installedKwp <= 0 ? null : expectedKw / installedKwp) };
}

/** What part of a clear sky's light there was before and after a silence, the lesser of both; null where that is not known. */
function clearnessOf(
  store: Measures,
  { from, to, lightAfter }: Pick<QuietTime, 'from' | 'to' | 'lightAfter'>,
  { site, hasTrackers, limits }: QuietKnowledge,
): number | null {
  if (site === null || lightAfter === null || to - from > longestSkyS) return null;
  const [before] = combineInto('impianto', minuteFrames(store, 'impianto', from - beforeS, from), () => from);
  const lightBefore = before ? readAt('impianto', before, 0, 'poa') : null;
  const clearAt = (t: number) => lightOnModules(t, { site, hasTrackers }).onPlane;
  const [clearBefore, clearAfter] = [clearAt(from - beforeS / 2), clearAt(to)];
  if (lightBefore === null || Math.min(clearBefore, clearAfter) < limits.usefulLight) return null;
  return Math.min(1, lightBefore / clearBefore, lightAfter / clearAfter);
}

function clearIn(
  t: number,
  clearness: number | null,
  { site, hasTrackers, ...plant }: QuietKnowledge,
): number | null {
  if (site === null || clearness === null || plant.peakKwp <= 0) return null;
  const light = clearness * lightOnModules(t, { site, hasTrackers }).onPlane;
  if (light < plant.limits.usefulLight) return null;
  return (clearness * clearPower(t, { site, hasTrackers, ...plant }, usualAmbient)) / plant.peakKwp;
}
