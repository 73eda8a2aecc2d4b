import type { Group } from '../contract/points';

/** The devices of one group at one time, in columns of equal length. */
export interface DeviceRows {
  readonly id: readonly number[];
  readonly nome: readonly string[];
  /** State code of the group's own list (contract/codes.ts). */
  readonly stato: readonly number[];
  /** When each device's values were sampled, seconds. */
  readonly sampled: readonly number[];
  /** Seconds that each device's sample stays valid. */
  readonly validS: readonly number[];
  /** OPC quality: 192, 64 or 0. */
  readonly q: readonly number[];
  /** Point -> one value a device; null where there is none. Never NaN or infinite. */
  readonly values: Readonly<Record<string, readonly (number | null)[]>>;
}

/**
 * All values of the plant at one moment, never a mixture of two moments. Its times are of the steady clock until the sampler replaces
 * them by those of the wall clock for the rest of the datalogger.
 */
export interface Snapshot {
  /** Seconds. */
  readonly t: number;
  readonly groups: Readonly<Record<Group, DeviceRows>>;
}

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
