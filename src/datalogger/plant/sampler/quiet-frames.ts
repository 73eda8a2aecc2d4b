import { combineInto, emptyFrame, type Frame } from '../../storage/measures/frame';
import { fieldIndex, type KeptGroup } from '../../storage/measures/kept';
import type { QuietSlot, QuietTime } from './quiet';
import { expectedIn, silentIn, type Verdict } from './standstill-proof';

interface Judged {
  readonly time: QuietTime;
  readonly verdict: Verdict;
}

/** What verdicts add to the archive, in order of time: lost energy, and of a standstill its time, for the inverter and for the plant. */
export function lateFramesOf(judged: readonly Judged[]): ReadonlyMap<KeptGroup, readonly Frame[]> {
  const inverters = judged.flatMap(each => each.verdict.slots.map(slot => inverterFrame(slot, each)));
  const plants = judged.flatMap(each =>
    each.verdict.kind === 'standstill' ? each.verdict.slots.map(slot => plantFrame(slot, each)) : [],
  );
  const joined = (group: KeptGroup, frames: readonly Frame[]) =>
    combineInto(
      group,
      [...frames].sort((a, b) => a.t - b.t),
      t => t,
    );
  return new Map([
    ['inverter', joined('inverter', inverters)],
    ['impianto', joined('impianto', plants)],
  ]);
}

function inverterFrame(slot: QuietSlot, { time, verdict: { kind, share } }: Judged): Frame {
  const frame = emptyFrame('inverter', slot.t, [time.id]);
  frame.values[fieldIndex('inverter', kind === 'missed' ? 'muta' : 'persa')] = Math.round(
    1000 * share * expectedIn(slot, time),
  );
  if (kind === 'standstill') {
    const seconds = Math.round(silentIn(slot, time.id));
    put(frame, 'inverter', 'fermo', [Math.round(share * seconds), seconds]);
  }
  return frame;
}

/** Time that the inverter ran, weighted by its installed power, kWp s. */
function plantFrame(slot: QuietSlot, { time: { id, kwp }, verdict: { share } }: Judged): Frame {
  const frame = emptyFrame('impianto', slot.t, [1]);
  const useful = kwp * Math.round(silentIn(slot, id));
  put(frame, 'impianto', 'disp', [Math.round((1 - share) * useful), Math.round(useful)]);
  put(frame, 'impianto', 'provato', [Math.ceil((1000 * share * silentIn(slot, id)) / 3600)]);
  return frame;
}

function put({ values }: Frame, group: KeptGroup, point: string, parts: readonly number[]): void {
  parts.forEach((part, index) => {
    values[fieldIndex(group, point) + index] = part;
  });
}
