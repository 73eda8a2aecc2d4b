import type { RecordOf } from '../../../contract/config/kinds';
import { daylightElevation, sunPosition } from '../solar/sun';
import type { Answer, Site } from '../source';

type Sensor = RecordOf<'sensori'>;

/**
 * Minutes of daylight after which a value that is repeated exactly is no measurement, where the record does not say how many. Light in whole
 * W/m² stands for 20 min around a clear noon; a temperature in whole degrees for an hour or two.
 */
const longestMin: Readonly<Partial<Record<Sensor['tipo'], number>>> = {
  ghi: 30,
  poa: 30,
  rpoa: 30,
  dhi: 30,
  tmod: 180,
};

/** Sensors that repeat one value: stuck, or served by a gateway that keeps a copy. */
export class Standing {
  /** By record: the value, and since when, seconds. */
  readonly #since = new Map<number, { readonly value: number; readonly at: number }>();

  /**
   * For how many seconds a sensor has repeated its value, where that is too long; null otherwise. `site`: null where it is not known when
   * the sun is up; then nothing is judged.
   */
  stuckS(
    { record, isResponding, sampled, values: { v = null } }: Answer,
    sensor: Sensor,
    site: Site | null,
  ): number | null {
    const longest = longestMin[sensor.tipo];
    if (longest === undefined || site === null) return null;
    const before = this.#since.get(record);
    if (v === null || !isResponding) return null;
    if (before?.value !== v || !isDaylight(sampled, site)) {
      this.#since.set(record, { value: v, at: sampled });
      return null;
    }
    const seconds = sampled - before.at;
    return seconds >= 60 * (sensor.blocco ?? longest) ? seconds : null;
  }
}

const isDaylight = (t: number, { latitude, longitude }: Site) =>
  sunPosition(t, latitude, longitude).elevation >= daylightElevation;
