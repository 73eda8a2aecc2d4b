import type { View } from '../../device-screens/descriptor';
import { TodayCurves } from '../../device-screens/TodayCurves';
import { t } from '../../i18n/translate';
import type { Sensor } from './sensor';

/** The units whose sensors are drawn against each other. */
const units = ['W/m²', '°C'];

/** Today's irradiances and today's temperatures. */
export function SensorsToday({ view: { devices, today, zone } }: { readonly view: View<Sensor> }) {
  const charts = units.map(unit => ({
    title: `${t('sensors.column.spark')}, ${unit}`,
    lines: devices
      .filter(sensor => sensor.unit === unit)
      .map(({ id, name, decimals }) => ({ code: `sensori.${id}.v`, label: name, unit, decimals })),
  }));
  return <TodayCurves {...{ charts, today, zone }} />;
}
