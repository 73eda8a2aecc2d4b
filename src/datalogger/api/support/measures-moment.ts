import { inverterStates, quality } from '../../../contract/codes';
import type { Moment } from '../../../contract/measures';
import { pointOf } from '../../../contract/points';
import { quarterS, startOfLocalDay } from '../../../contract/zone';
import { concerns, type DoubtedTime, doubtedTimes } from '../../analytics/doubted';
import { combine, type Frame } from '../../storage/measures/frame';
import { archive, fieldIndex, fieldsOf, isKept, type KeptGroup } from '../../storage/measures/kept';
import type { Measures } from '../../storage/measures/measures';
import { minuteFrames, minuteS, quarterFrames, quarterOf } from '../../storage/measures/rollup';
import { type Cell, type Code, pointsOf, roundPoint } from './measures-live';
import { cellAt } from './measures-past';

/** [from, to) in epoch seconds: a minute as long as the archive has minutes of all that is asked, else a quarter of an hour. */
export interface Slot {
  readonly from: number;
  readonly to: number;
}

const keptGroupsOf = (codes: readonly Code[]): readonly KeptGroup[] => [
  ...new Set(codes.map(({ group }) => group).filter(isKept)),
];

export function slotAt(store: Measures, codes: readonly Code[], t: number): Slot {
  const isFine = keptGroupsOf(codes).every(group => t >= (store.oldestKept('minute', group) ?? t));
  const slotS = isFine ? minuteS : quarterS;
  const from = Math.floor(t / slotS) * slotS;
  return { from, to: from + slotS };
}

/** The archive at one moment, as `Moment` in the contract says. */
export function moment(store: Measures, zone: string, m: string, codes: readonly Code[], slot: Slot): Moment {
  const groups = keptGroupsOf(codes);
  const isOneGroup = new Set(codes.map(({ group }) => group)).size === 1;
  const points = [...new Set(groups.flatMap(group => keptPoints(group, codes)))];
  const colonne: Record<string, Cell[]> = {};
  const push = (column: string, cell: Cell) => {
    colonne[column] ??= [];
    colonne[column].push(cell);
  };
  const times = doubtedTimes(store, zone, startOfLocalDay(zone, slot.from), slot.to);
  for (const group of groups) {
    const frames = { slot: frameAt(store, group, slot), day: dayUntil(store, zone, group, slot) };
    const isPartial = group === 'impianto' && lacksInverter(store, slot);
    frames.slot?.ids.forEach((id, device) => {
      const own = codes.filter(code => code.group === group && (code.id ?? id) === id);
      if (own.length === 0) return;
      const asked = keptPoints(group, own);
      if (!isOneGroup) push('gruppo', group);
      push('id', id);
      push('stato', stateOf(group, frames.slot, device));
      push('q', qualityOf(group, frames.slot, device, isPartial));
      if (times.length > 0) push('incerti', uncertainCell(times, { group, id }, asked));
      for (const point of points)
        push(point, asked.includes(point) ? cellOf(group, point, id, frames) : null);
    });
  }
  return { m, t: slot.from, passo: slot.to - slot.from === minuteS ? 1 : 15, colonne };
}

/** The points of the day so far that are uncertain, as `RT` names them. */
function uncertainCell(
  times: readonly DoubtedTime[],
  device: { readonly group: KeptGroup; readonly id: number },
  asked: readonly string[],
): Cell {
  const isUncertain = (point: string) => times.some(time => concerns(time, { ...device, point }));
  const told = asked.filter(point => isOfDay(device.group, point) && isUncertain(point));
  return told.length === 0 ? null : told.join();
}

function keptPoints(group: KeptGroup, codes: readonly Code[]): readonly string[] {
  const kept: readonly string[] = archive[group].points;
  const asked = codes.filter(code => code.group === group).flatMap(pointsOf);
  return kept.filter(point => asked.includes(point));
}

function frameAt(store: Measures, group: KeptGroup, { from, to }: Slot): Frame | undefined {
  return (to - from === minuteS ? minuteFrames : quarterFrames)(store, group, from, to)[0];
}

/** The local day up to the end of the slot, as one slot. */
function dayUntil(store: Measures, zone: string, group: KeptGroup, { from, to }: Slot): Frame {
  const start = startOfLocalDay(zone, from);
  const quarter = quarterOf(from);
  const last =
    to - from === minuteS
      ? minuteFrames(store, group, quarter, to)
      : quarterFrames(store, group, quarter, to);
  return combine(group, start, [...quarterFrames(store, group, start, quarter), ...last]);
}

interface Frames {
  readonly slot: Frame | undefined;
  readonly day: Frame;
}

/** Whether a point is that of the day so far. */
function isOfDay(group: KeptGroup, point: string): boolean {
  const kind = pointOf(group, point)?.[2];
  return kind === 'energy' || (kind === 'ratio' && group === 'impianto');
}

function cellOf(group: KeptGroup, point: string, id: number, { slot, day }: Frames): Cell {
  const isWhole = isOfDay(group, point);
  const frame = isWhole ? day : slot;
  const device = frame?.ids.indexOf(id) ?? -1;
  if (!frame || device < 0) return null;
  const value = cellAt({ group, point }, frame, device, !isWhole, false);
  return value === null || pointOf(group, point)?.[2] !== 'energy'
    ? value
    : roundPoint(group, point, value, null);
}

/**
 * The archive keeps no states. The power of an inverter shows some of them: it fed in, it did while an order limited it, or it waited
 * without useful light. One that stood still in the light may have been stopped or in fault.
 */
function stateOf(group: KeptGroup, frame: Frame | undefined, device: number): number | null {
  if (group !== 'inverter' || !frame || !isCovered(group, frame, device)) return null;
  const read = (point: string, of: number) =>
    frame.values[of * fieldsOf(group).length + fieldIndex(group, point)] ?? 0;
  if (read('pac', device) > 0)
    return read('limitata', device) > 0 ? inverterStates.throttled : inverterStates.mppt;
  const isUsefulLight = frame.ids.some((_, each) => read('fermo', each) >= 0);
  return isUsefulLight ? null : inverterStates.sleeping;
}

/** Whether a good sample of the device was taken in the slot. */
function isCovered(group: KeptGroup, frame: Frame | undefined, device: number): boolean {
  return (frame?.values[device * fieldsOf(group).length] ?? 0) > 0;
}

function qualityOf(group: KeptGroup, frame: Frame | undefined, device: number, isPartial: boolean): number {
  if (!isCovered(group, frame, device)) return quality.bad;
  return isPartial ? quality.uncertain : quality.good;
}

/** Whether nothing was measured of an inverter: then the plant's sums may lack it. */
function lacksInverter(store: Measures, slot: Slot): boolean {
  const frame = frameAt(store, 'inverter', slot);
  return (frame?.ids ?? []).some((_, device) => !isCovered('inverter', frame, device));
}
