/** An inverter as the controller sees it. kW. */
export interface InverterSight {
  readonly id: number;
  readonly ratedKw: number;
  /** Whether it answers and takes limits. */
  readonly isReachable: boolean;
  /** Power that it reports; null while it does not. */
  readonly powerKw: number | null;
  /** When that power was read, ms of the monotonic clock. */
  readonly sampledMs: number;
  /** Whether its last limit was written and read back. */
  readonly isSettled: boolean;
  /** When its limit was written last, ms of the monotonic clock. */
  readonly writtenMs: number;
  /** The most that it may give while it does not answer: the highest limit that can be in force in it. */
  readonly highestKw: number;
}

export interface MeterSample {
  readonly kw: number;
  /** ms of the monotonic clock. */
  readonly sampledMs: number;
}

/** What the controller knows at one moment. */
export interface Sight {
  readonly nowMs: number;
  /** Power at the point of delivery, positive where exported; null while the meter does not answer. */
  readonly meter: MeterSample | null;
  readonly inverters: readonly InverterSight[];
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
