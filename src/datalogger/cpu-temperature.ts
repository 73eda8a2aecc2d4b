import { readFileSync } from 'node:fs';

/** °C of the processor that this program runs on, as Linux tells; null where it does not. */
export function cpuTemperature(): number | null {
  try {
    const thousandths = Number.parseInt(readFileSync('/sys/class/thermal/thermal_zone0/temp', 'utf8'), 10);
    return Number.isFinite(thousandths) ? thousandths / 1000 : null;
  } catch {
    return null;
  }
}
