import { type LossCause, lossCauses } from '../../contract/report-figures';
import { ruleDelays } from '../alarms/catalogue';
import type { AlarmTime } from '../store/alarms-period';
import type { Frame } from '../store/measures-frame';
import { readingOf } from './reading';

/** The alarms that explain a standstill of the whole plant, and of one inverter, with the cause that its loss counts under. */
export const plantStops: Readonly<Record<string, LossCause>> = {
  GRD01: 'rete',
  ...{ EMG01: 'guasto', GRD03: 'guasto', GRD02: 'guasto' },
  ...{ SPI01: 'interfaccia', SPI02: 'interfaccia', SPI03: 'interfaccia', SPI04: 'interfaccia' },
  ...{ SPI06: 'interfaccia', SPI05: 'interfaccia' },
};
export const inverterStops: Readonly<Record<string, LossCause>> = {
  ...{ INV08: 'guasto', INV07: 'guasto', INV01: 'guasto', INV12: 'guasto' },
  ...{ INV15: 'manutenzione', INV03: 'guasto' },
};

/** A part of the archive: the inverters in [t, end). */
export interface LossSlot {
  readonly frame: Frame;
  readonly end: number;
}

/** Seconds of standstill (of all inverters together) and kWh. */
export interface LossSum {
  seconds: number;
  kwh: number;
}

/** What was lost in a time, each part once. */
export interface Losses {
  readonly byCause: ReadonlyMap<LossCause, LossSum>;
  readonly byStop: ReadonlyMap<AlarmTime, LossSum>;
  /** Seconds of standstill by cause and inverter. */
  readonly standstills: ReadonlyMap<LossCause, ReadonlyMap<number, number>>;
}

/** Alarms of standstills and of received limits, each in order of beginning. */
export interface Explanations {
  readonly stops: readonly AlarmTime[];
  readonly limits: readonly AlarmTime[];
}

/** Stops that cover this share of the standstill of a slot explain all of it: a source may know a standstill only by whole slots. */
const tellingShare = 0.6;
/** A shorter delay of an alarm (s) is not added to its stop. */
const longDelayS = 900;

const emptySum = (): LossSum => ({ seconds: 0, kwh: 0 });

/**
 * Divides what the archive says was lost (sampler/sums.ts) among the alarms that explain it. In a slot, the loss of an inverter goes to
 * its stops and to those of the plant by the seconds that each adds to those before; what none explains is of unknown cause, or of
 * maintenance where nothing stood still. The sum of the causes is the sum of the archive.
 */
export function lossesOf(slots: readonly LossSlot[], { stops, limits }: Explanations): Losses {
  const byCause = new Map(lossCauses.map(cause => [cause, emptySum()]));
  const byStop = new Map(stops.map(stop => [stop, emptySum()]));
  const standstills = new Map(lossCauses.map(cause => [cause, new Map<number, number>()]));

  function add(cause: LossCause, id: number, seconds: number, kwh: number, stop?: AlarmTime): void {
    for (const sum of [byCause.get(cause), stop && byStop.get(stop)]) {
      if (!sum) continue;
      sum.seconds += seconds;
      sum.kwh += kwh;
    }
    const own = standstills.get(cause);
    own?.set(id, (own.get(id) ?? 0) + seconds);
  }

  for (const { frame, end } of slots) {
    const read = readingOf('inverter', frame);
    const near = stops.filter(stop => overlap(stop, frame.t, end) > 0);
    const isOrdered = limits.some(limit => overlap(limit, frame.t, end) > 0);
    frame.ids.forEach((id, index) => {
      const [seconds, kwh] = [read(index, 'fermo') ?? 0, read(index, 'persa') ?? 0];
      const shares = sharesOf(near, id, frame.t, end);
      const told = shares.reduce((sum, [, share]) => sum + share, 0);
      const explained = told >= seconds * tellingShare ? 1 : told / seconds;
      for (const [stop, share] of told > 0 ? shares : []) {
        const part = (explained * share) / told;
        add(causeOfStop(stop), id, seconds * part, kwh * part, stop);
      }
      const rest = told > 0 ? 1 - explained : 1;
      if (rest > 0) add(seconds > 0 ? 'ignota' : 'manutenzione', id, seconds * rest, kwh * rest);
      add(isOrdered ? 'limite_gestore' : 'limite_proprio', id, 0, read(index, 'limitata') ?? 0);
    });
  }
  return { byCause, byStop, standstills };
}

const causeOfStop = ({ code }: AlarmTime): LossCause => plantStops[code] ?? inverterStops[code] ?? 'ignota';

/** When what an alarm tells began: before the alarm by its delay. */
const beganAt = ({ code, begin }: AlarmTime) => {
  const delayS = ruleDelays.get(code) ?? 0;
  return delayS < longDelayS ? begin : begin - delayS;
};

const overlap = (stop: AlarmTime, from: number, to: number) =>
  Math.min(stop.end ?? to, to) - Math.max(beganAt(stop), from);

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
