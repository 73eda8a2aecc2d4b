import { sensorKinds } from '../../contract/codes';
import { type Field, fieldsOf } from './measures-kept';

/** The parts of a frame that this needs. */
interface Sensors {
  readonly ids: readonly number[];
  readonly values: Float64Array;
}

const windDirection = sensorKinds.findIndex(([kind]) => kind === 'wd');

/** Where the record of a sensor has its value and its kind. */
function placesOf(fields: readonly Field[]) {
  const value = fields.findIndex(({ point }) => point === 'v');
  const kind = fields.findIndex(({ point }) => point === 'tipo');
  return { value, kind, valueScale: fields[value]?.scale ?? 1, kindScale: fields[kind]?.scale ?? 1 };
}

/**
 * Writes the mean of every wind direction of `result`, combined of `frames`: between 350° and 10° lies north, not south. The mean
 * of unit vectors weighted by coverage; where they cancel each other there is none. A direction has no maximum but its mean.
 */
export function meanDirections(frames: readonly Sensors[], result: Sensors): void {
  const fields = fieldsOf('sensori');
  const width = fields.length;
  const { value, kind, valueScale, kindScale } = placesOf(fields);
  result.ids.forEach((id, device) => {
    if (result.values[device * width + kind] !== windDirection * kindScale) return;
    let [east, north] = [0, 0];
    for (const { ids, values } of frames) {
      const base = ids.indexOf(id) * width;
      const radians = ((values[base + value] ?? Number.NaN) / valueScale) * (Math.PI / 180);
      if (base < 0 || Number.isNaN(radians)) continue;
      east += (values[base] ?? 0) * Math.sin(radians);
      north += (values[base] ?? 0) * Math.cos(radians);
    }
    const degrees = (Math.atan2(east, north) * (180 / Math.PI) + 360) % 360;
    const mean = Math.hypot(east, north) < 1e-6 ? Number.NaN : degrees * valueScale;
    result.values.fill(mean, device * width + value, device * width + value + 2);
  });
}
