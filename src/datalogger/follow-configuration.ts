import type { PlantSource } from './plant/source';
import type { ConfigDatabase } from './store/config-database';

/** Tells the plant what is configured. Where nothing ever was, it stays as it is built. */
export function followConfiguration({ devices, plantConfig }: ConfigDatabase, plant: PlantSource): void {
  if (devices.isNew()) return;
  const fields = plantConfig.read()?.fields;
  plant.configure({
    configuration: devices.all(),
    name: fields?.nome ?? null,
    zone: fields?.fuso ?? null,
  });
}
