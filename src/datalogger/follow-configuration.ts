import type { Measuring } from './measuring';
import type { PlantSetup } from './source';
import type { ConfigDatabase } from './store/config-database';
import type { PlantFields } from './store/plant-config';

/** Tells the plant what is configured. Where nothing ever was, it stays as it is built. */
export function followConfiguration(
  { devices, plantConfig }: ConfigDatabase,
  { configure }: Pick<Measuring, 'configure'>,
): void {
  if (devices.isNew()) return;
  const fields = plantConfig.read()?.fields;
  configure({
    configuration: devices.all(),
    name: fields?.nome ?? null,
    zone: fields?.fuso ?? null,
    site: fields ? siteOf(fields) : null,
  });
}

function siteOf({ lat, long, tilt, azimut }: PlantFields): PlantSetup['site'] {
  if (lat === null || long === null) return null;
  return { latitude: lat, longitude: long, tilt: tilt ?? 0, azimuth: azimut ?? 180 };
}
