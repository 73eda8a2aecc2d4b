import { type LossCause, lossCauses } from '../../../contract/loss-causes';
import { ruleDelays } from '../../alarms/catalogue';
import type { AlarmTime } from '../../storage/alarms/period';
import type { Frame } from '../../storage/measures/frame';
import { readingOf } from './reading';

/** The alarms that explain a standstill of the whole plant, and of one inverter, with the cause that its loss counts under. */
export const plantStops: Readonly<Record<string, LossCause>> = {
  GRD01: 'rete',
  EMG01: 'guasto',
  GRD03: 'guasto',
  GRD02: 'guasto',
  SPI01: 'interfaccia',
  SPI02: 'interfaccia',
  SPI03: 'interfaccia',
  SPI04: 'interfaccia',
  SPI06: 'interfaccia',
  // With nothing that shows a trip or the grid, the switch itself has failed; one that a trip opened is hidden by that.
  SPI05: 'guasto',
};
export const inverterStops: Readonly<Record<string, LossCause>> = {
  INV08: 'guasto',
  INV07: 'guasto',
  INV01: 'guasto',
  INV12: 'guasto',
  INV15: 'manutenzione',
  INV03: 'guasto',
};

/** The alarm of an inverter that gives less power than its rated one. */
export const derating = 'INV06';

/** A part of the archive: the inverters in [t, end). */
export interface LossSlot {
  readonly frame: Frame;
  readonly end: number;
  /** The share of its losses that counts, and of those that are known of the time before it; 1 where they are left out. */
  readonly share?: number;
  readonly shareBefore?: number;
}

/** Seconds of standstill (of all inverters together) and energy in whole Wh. */
export interface LossSum {
  seconds: number;
  wh: number;
}

/** The table of losses of a time: by inverter and cause, each part once. */
export interface Losses {
  readonly byDevice: ReadonlyMap<number, ReadonlyMap<LossCause, LossSum>>;
  /** The part that each stop and each received limit explains, by `stopKey`. */
  readonly byStop: ReadonlyMap<string, LossSum>;
}

/** What a person said of a time: its losses are of this cause, whatever the alarms say. `device` null: those of every inverter. */
export interface StatedCause {
  readonly device: number | null;
  readonly from: number;
  readonly to: number;
  readonly cause: LossCause;
}

/** Alarms of standstills and of received limits, each in order of beginning; and what people said. */
export interface Explanations {
  readonly stops: readonly AlarmTime[];
  readonly limits: readonly AlarmTime[];
  readonly stated?: readonly StatedCause[];
}

/** Stops that cover this share of the standstill of a slot explain all of it: a source may know a standstill only by whole slots. */
const tellingShare = 0.6;
/** A shorter delay of an alarm (s) is not added to its stop. */
const longDelayS = 900;

export const stopKey = ({ code, device, begin }: Pick<AlarmTime, 'code' | 'device' | 'begin'>) =>
  `${code} ${device} ${begin}`;

/** A share of a loss: 1 is all of it. */
interface Share {
  readonly cause: LossCause;
  readonly part: number;
  readonly stop?: AlarmTime;
}

/**
 * Divides what the archive says was lost (sampler/sums.ts) among what explains it. In a slot, what a person stated comes first; of the
 * rest, the loss of an inverter goes to its stops and to those of the plant by the seconds that each adds to those before; what none
 * explains is of unknown cause, or planned where nothing stood still. It is divided in whole Wh, so that the sum of the causes is the
 * sum of the archive, of slots, days, months and years alike.
 */
export function lossesOf(slots: readonly LossSlot[], { stops, limits, stated = [] }: Explanations): Losses {
  const table = new LossTable();
  for (const { frame, end, share = 1, shareBefore = 1 } of slots) {
    const { t } = frame;
    const read = readingOf('inverter', frame);
    const lostWh = (index: number, name: string, part = share) =>
      Math.round(1000 * part * (read(index, name) ?? 0));
    const near = stops.filter(stop => overlap(stop, t, end) > 0);
    const orders = ordersIn(limits, t, end);
    frame.ids.forEach((id, index) => {
      const said = statedShares(stated, id, t, end);
      const rest = 1 - said.reduce((sum, { part }) => sum + part, 0);
      const divide = (loss: LossSum, shares: readonly Share[]) =>
        table.add(id, loss, [...said, ...shares.map(share => ({ ...share, part: share.part * rest }))]);
      const seconds = read(index, 'fermo') ?? 0;
      divide({ seconds, wh: lostWh(index, 'persa') }, standstillShares(near, id, seconds, t, end));
      divide({ seconds: 0, wh: lostWh(index, 'limitata') }, orders);
      // The frequency or the voltage of the grid, by the rules of the grid connection.
      divide({ seconds: 0, wh: lostWh(index, 'ridotta') }, [{ cause: 'rete', part: 1 }]);
      const heat = near.find(({ code, device }) => code === derating && device === id);
      divide({ seconds: 0, wh: lostWh(index, 'declassata') }, [
        { cause: 'declassamento', part: 1, ...(heat && { stop: heat }) },
      ]);
      divide({ seconds: 0, wh: lostWh(index, 'muta', shareBefore) }, [{ cause: 'comunicazione', part: 1 }]);
    });
  }
  return table;
}

class LossTable implements Losses {
  readonly byDevice = new Map<number, Map<LossCause, LossSum>>();
  readonly byStop = new Map<string, LossSum>();

  /** Adds a loss by its shares, of which the last takes what is left. */
  add(device: number, { seconds, wh }: LossSum, shares: readonly Share[]): void {
    if (seconds === 0 && wh === 0) return;
    let told = 0;
    let given = { seconds: 0, wh: 0 };
    shares.forEach(({ cause, part, stop }, index) => {
      told = index === shares.length - 1 ? 1 : Math.min(1, told + part);
      const until = { seconds: Math.round(seconds * told), wh: Math.round(wh * told) };
      const own = { seconds: until.seconds - given.seconds, wh: until.wh - given.wh };
      given = until;
      if (own.seconds === 0 && own.wh === 0) return;
      addTo(
        entryOf(this.byDevice, device, () => new Map<LossCause, LossSum>()),
        cause,
        own,
      );
      if (stop) addTo(this.byStop, stopKey(stop), own);
    });
  }
}

function entryOf<K, T>(map: Map<K, T>, key: K, make: () => T): T {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}

function addTo<K>(sums: Map<K, LossSum>, key: K, { seconds, wh }: LossSum): void {
  const sum = entryOf(sums, key, () => ({ seconds: 0, wh: 0 }));
  sum.seconds += seconds;
  sum.wh += wh;
}

/** The tables of several times as one. */
export function joinLosses(parts: readonly Losses[]): Losses {
  const byDevice = new Map<number, Map<LossCause, LossSum>>();
  const byStop = new Map<string, LossSum>();
  for (const part of parts) {
    for (const [device, causes] of part.byDevice) {
      const own = entryOf(byDevice, device, () => new Map<LossCause, LossSum>());
      for (const [cause, sum] of causes) addTo(own, cause, sum);
    }
    for (const [key, sum] of part.byStop) addTo(byStop, key, sum);
  }
  return { byDevice, byStop };
}

/** The causes of all inverters together, in their order, of those that cost something. */
export function lossesByCause({ byDevice }: Pick<Losses, 'byDevice'>): ReadonlyMap<LossCause, LossSum> {
  const all = new Map<LossCause, LossSum>();
  for (const causes of byDevice.values()) for (const [cause, sum] of causes) addTo(all, cause, sum);
  return new Map(lossCauses.flatMap(cause => (all.has(cause) ? [[cause, all.get(cause) as LossSum]] : [])));
}

const causeOfStop = ({ code, cause }: AlarmTime): LossCause =>
  cause ?? plantStops[code] ?? inverterStops[code] ?? 'ignota';

/** Begin of the condition of an alarm: earlier than the alarm by its delay. */
const beganAt = ({ code, begin }: AlarmTime) => {
  const delayS = ruleDelays.get(code) ?? 0;
  return delayS < longDelayS ? begin : begin - delayS;
};

const overlap = (stop: AlarmTime, from: number, to: number) =>
  Math.min(stop.end ?? to, to) - Math.max(beganAt(stop), from);

/** The orders of [from, to): several share what they cost by their seconds. Without any, the plant limited itself. */
function ordersIn(limits: readonly AlarmTime[], from: number, to: number): readonly Share[] {
  const near = limits.flatMap(stop => {
    const seconds = overlap(stop, from, to);
    return seconds > 0 ? [{ stop, seconds }] : [];
  });
  const all = near.reduce((sum, { seconds }) => sum + seconds, 0);
  if (all === 0) return [{ cause: 'limite_proprio', part: 1 }];
  return near.map(({ stop, seconds }) => ({ cause: 'limite_gestore', part: seconds / all, stop }));
}

/** How the standstill of an inverter in [from, to) is explained; all shares together are 1. */
function standstillShares(
  near: readonly AlarmTime[],
  id: number,
  standstillS: number,
  from: number,
  to: number,
): readonly Share[] {
  const shares = sharesOf(near, id, from, to);
  const told = shares.reduce((sum, [, share]) => sum + share, 0);
  const explained = told === 0 ? 0 : told >= standstillS * tellingShare ? 1 : told / standstillS;
  const explaining = shares.map(
    ([stop, share]): Share => ({ cause: causeOfStop(stop), part: (explained * share) / told, stop }),
  );
  const cause = standstillS > 0 ? 'ignota' : 'pianificata';
  return explained === 1 ? explaining : [...explaining, { cause, part: 1 - explained }];
}

/** Seconds of [from, to) that each stop adds for an inverter to those that began before it. */
function sharesOf(
  stops: readonly AlarmTime[],
  id: number,
  from: number,
  to: number,
): readonly (readonly [AlarmTime, number])[] {
  let counted = from;
  return stops.flatMap(stop => {
    if (!(stop.code in plantStops) && stop.device !== id) return [];
    const last = Math.min(stop.end ?? to, to);
    const seconds = last - Math.max(beganAt(stop), counted);
    if (seconds <= 0) return [];
    counted = last;
    return [[stop, seconds] as const];
  });
}

/** The shares of [from, to) of which people stated the cause; where two speak of the same time, the later one counts. */
function statedShares(stated: readonly StatedCause[], id: number, from: number, to: number): Share[] {
  const shares: Share[] = [];
  let left: readonly (readonly [number, number])[] = [[from, to]];
  for (const { device, from: begin, to: end, cause } of [...stated].reverse()) {
    if (device !== null && device !== id) continue;
    let seconds = 0;
    left = left.flatMap(([a, b]) => {
      const [first, last] = [Math.max(a, begin), Math.min(b, end)];
      if (first >= last) return [[a, b] as const];
      seconds += last - first;
      return (
        [
          [a, first],
          [last, b],
        ] as const
      ).filter(([x, y]) => x < y);
    });
    if (seconds > 0) shares.push({ cause, part: seconds / (to - from) });
  }
  return shares;
}
