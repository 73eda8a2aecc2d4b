import { sensorKinds } from '../../../contract/codes';
import type { RecordOf } from '../../../contract/config/kinds';

type Sensor = Pick<RecordOf<'sensori'>, 'tipo' | 'limite_basso' | 'limite_alto'>;

/** What stations report for a probe that is not connected, °C. */
const openProbe = -40;
const temperatures: readonly Sensor['tipo'][] = ['tmod', 'tamb'];

/** Whether a sensor may measure this: within the limits of its record, else of its kind, and not what an open probe gives. */
export function isPlausibleWeather(value: number, { tipo, limite_basso, limite_alto }: Sensor): boolean {
  const [, , , lowest = value, highest = value] = sensorKinds.find(([kind]) => kind === tipo) ?? [];
  if (temperatures.includes(tipo) && value === openProbe) return false;
  return value >= (limite_basso ?? lowest) && value <= (limite_alto ?? highest);
}
