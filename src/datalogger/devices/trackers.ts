import type { Configuration } from '../../contract/config/kinds';
import { angleOf, trackerLimits } from '../solar/tracker';
import type { Answer, TrackerOrder } from '../source';
import { type ConfiguredDevice, deviceOf } from './rows';

/** The rows of the configured trackers: angles in degrees, positive to the west. */
export function trackerDevices(
  { trackers }: Configuration,
  answers: ReadonlyMap<number, Answer>,
): ConfiguredDevice[] {
  return trackers.map(record => {
    const { gruppo, vento_riposo, minuti_rientro } = record;
    const device = deviceOf(record, answers);
    const { ang = null, tgt = null } = device.answer?.values ?? {};
    const err = ang === null || tgt === null ? null : ang - tgt;
    return {
      ...device,
      values: { ...device.answer?.values, err },
      facts: { settore: gruppo, limite: vento_riposo, rientro: minuti_rientro * 60 },
    };
  });
}

/** Ids of the trackers in service: of a group (from 1), or all. */
export function trackersOf({ trackers }: Configuration, group: number | null): readonly number[] {
  return trackers.flatMap(({ id, abilitato, gruppo }) =>
    abilitato && (group === null || gruppo === group) ? [id] : [],
  );
}

/** The angle of an order in degrees, positive to the west: that of the first tracker. */
export function orderedAngle({ trackers: [first] }: Configuration, order: TrackerOrder): number {
  const own = first && { stowAngle: first.angolo_riposo, cleaningAngle: first.angolo_pulizia };
  return angleOf(order, { ...trackerLimits, ...own });
}
