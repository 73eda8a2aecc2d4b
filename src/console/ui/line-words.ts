import { formatQuantity } from '../i18n/format';

/** From 10 MW on whole kilowatts: two such values stand side by side. */
export const kilowatts = (powerKw: number | null): string =>
  formatQuantity(powerKw, Math.abs(powerKw ?? 0) < 1e4 ? 1 : 0, 'kW');

export function volts(voltageV: number | null): string {
  if (voltageV !== null && voltageV >= 1000) return formatQuantity(voltageV / 1000, 2, 'kV');
  return formatQuantity(voltageV, 0, 'V');
}
