import type { PlantSetup } from '../source';
import type { ConfigDatabase } from '../store/config-database';
import { type PlantFields, positionOf } from '../store/plant-config';
import type { Measurements } from './measurements';

/** Tells the plant what is configured. While nothing was ever configured, the plant stays as its source describes it. */
export function followConfiguration(
  { devices, plantConfig }: ConfigDatabase,
  { configure }: Pick<Measurements, 'configure'>,
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

function siteOf(fields: PlantFields): PlantSetup['site'] {
  const position = positionOf(fields);
  return position && { ...position, tilt: fields.tilt ?? 0, azimuth: fields.azimut ?? 180 };
}
