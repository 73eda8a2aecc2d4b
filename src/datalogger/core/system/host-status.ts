import { readFileSync, statfsSync } from 'node:fs';

/** Temperature of the processor in °C; null where Linux does not report it. */
export function cpuTemperature(): number | null {
  try {
    const thousandths = Number.parseInt(readFileSync('/sys/class/thermal/thermal_zone0/temp', 'utf8'), 10);
    return Number.isFinite(thousandths) ? thousandths / 1000 : null;
  } catch {
    return null;
  }
}

/** Used share (%) of the disk that holds `folder`, as `df` computes it; null where the system does not report it. */
export function diskUsedPercent(folder: string): number | null {
  try {
    const { blocks, bfree, bavail } = statfsSync(folder);
    const used = blocks - bfree;
    return used + bavail > 0 ? (100 * used) / (used + bavail) : null;
  } catch {
    return null;
  }
}
