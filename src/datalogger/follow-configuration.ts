import type { Measuring } from './measuring';
import type { ConfigDatabase } from './store/config-database';

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
  });
}
