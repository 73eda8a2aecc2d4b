import type { DeviceRows, Snapshot } from '../snapshot';

/**
 * Converts the times of a snapshot from the steady clock to the wall clock, which is `offsetS` ahead. Ages stay the same.
 */
export function stamped({ t, groups }: Snapshot, offsetS: number): Snapshot {
  if (offsetS === 0) return { t, groups };
  const moved = (rows: DeviceRows): DeviceRows => ({
    ...rows,
    sampled: rows.sampled.map(at => at + offsetS),
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
