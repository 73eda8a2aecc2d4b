import type { Group } from '../../../../src/contract/points';
import type { DeviceRows, Snapshot } from '../../../../src/datalogger/plant/snapshot';
import type { SimulationOptions } from '../../../../src/datalogger/sources/simulator/simulated-plant';
import { simulatedTestPlant, type TestPlant } from '../../../support/simulated-plant';

export const seconds = (iso: string) => Date.parse(iso) / 1000;
export const hourS = 3600;

/** A healthy medium plant unless said otherwise. */
export function plantAt(iso: string, options: Partial<SimulationOptions> = {}): TestPlant {
  return simulatedTestPlant({
    size: 'medium',
    seed: 1,
    hasNaturalFaults: false,
    startAt: seconds(iso),
    ...options,
  });
}

export function values(snapshot: Snapshot, group: Group, point: string): readonly (number | null)[] {
  return snapshot.groups[group].values[point] ?? [];
}

/** The value of the first device; NaN where there is none. */
export function first(snapshot: Snapshot, group: Group, point: string): number {
  return values(snapshot, group, point)[0] ?? Number.NaN;
}

export const rowsOf = (plant: TestPlant, group: Group): DeviceRows => plant.snapshot().groups[group];

export function column(plant: TestPlant, group: Group, point: string): readonly (number | null)[] {
  return values(plant.snapshot(), group, point);
}

/** The value of one device (by id); NaN where there is none. */
export function value(plant: TestPlant, group: Group, point: string, id = 1): number {
  return column(plant, group, point)[id - 1] ?? Number.NaN;
}

export const sum = (list: readonly (number | null)[]) =>
  list.reduce<number>((total, item) => total + (item ?? 0), 0);

/** A clear working morning for this seed: all inverters feed, none is cut. */
export const clearMorning = '2026-06-22T10:30:00+02:00';

export interface Twins {
  readonly sick: TestPlant;
  readonly healthy: TestPlant;
  /** Brings both further by some seconds. */
  after(seconds: number): void;
}

/** A plant and its healthy twin on a clear morning, brought along together. */
export function twins(): Twins {
  const sick = plantAt(clearMorning);
  const healthy = plantAt(clearMorning);
  let t = seconds(clearMorning);
  return {
    sick,
    healthy,
    after(interval) {
      t += interval;
      sick.advance(t);
      healthy.advance(t);
    },
  };
}

/** Ids of the devices whose value differs from the healthy twin's. */
export function differing({ sick, healthy }: Twins, group: Group, point: string): number[] {
  const other = column(healthy, group, point);
  return column(sick, group, point).flatMap((own, index) => {
    const twin = other[index] ?? null;
    const isSame = own === twin || (own !== null && twin !== null && Math.abs(own - twin) < 1e-6);
    return isSame ? [] : [index + 1];
  });
}
