import type { DeviceRows, Refusals, Snapshot } from '../snapshot';

const dated = (refused: Refusals, offsetS: number): Refusals =>
  Object.fromEntries(
    Object.entries(refused).map(([point, refusal]) => [
      point,
      { ...refusal, lastAt: refusal.lastAt === null ? null : refusal.lastAt + offsetS },
    ]),
  );

/**
 * Converts the times of a snapshot from the steady clock to the wall clock, which is `offsetS` ahead. Ages stay the same.
 */
export function stamped({ t, groups }: Snapshot, offsetS: number): Snapshot {
  if (offsetS === 0) return { t, groups };
  const moved = (rows: DeviceRows): DeviceRows => ({
    ...rows,
    sampled: rows.sampled.map(at => at + offsetS),
    ...(rows.changes && {
      changes: rows.changes.map(each => each && { ...each, at: each.at + offsetS }),
    }),
    ...(rows.refused && { refused: rows.refused.map(each => each && dated(each, offsetS)) }),
  });
  const { impianto, inverter, mppt, stringhe, tracker, contatori, sensori, di, spi, cci } = groups;
  const changed = di.values.cambio?.map(at => (at === null ? null : at + offsetS));
  return {
    t: t + offsetS,
    groups: {
      impianto: moved(impianto),
      inverter: moved(inverter),
      mppt: moved(mppt),
      stringhe: moved(stringhe),
      tracker: moved(tracker),
      contatori: moved(contatori),
      sensori: moved(sensori),
      di: { ...moved(di), values: { ...di.values, ...(changed && { cambio: changed }) } },
      spi: moved(spi),
      cci: moved(cci),
    },
  };
}
