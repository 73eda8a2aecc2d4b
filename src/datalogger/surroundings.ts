import type { AlarmInputs } from './alarms/inputs';
import type { Place, Site } from './jobs/occurrences';
import { productName } from './product';
import type { Storage } from './storage';
import type { ConfigDatabase } from './store/config-database';
import type { PlantFields } from './store/plant-config';
import type { System } from './system';

/** What the plant is called. */
export function plantNameOf({ plantConfig }: ConfigDatabase): string {
  return plantConfig.read()?.fields.nome ?? productName;
}

/** By which wall clock and which sun the schedules run. */
export function placeOf({ plantConfig }: ConfigDatabase): Place {
  return { zone: plantConfig.zone() ?? 'UTC', site: siteOf(plantConfig.read()?.fields) };
}

function siteOf({ lat = null, long = null }: Partial<PlantFields> = {}): Site | null {
  return lat === null || long === null ? null : { latitude: lat, longitude: long };
}

interface Sources extends Pick<AlarmInputs, 'hasUploadFailed'> {
  readonly system: System;
  readonly config: Pick<ConfigDatabase, 'plantConfig' | 'devices'>;
  readonly storage: Pick<Storage, 'usedPercent' | 'hasDamage' | 'refusal'>;
}

/** What the alarms judge besides the plant's values. */
export function surroundings({
  system,
  config,
  storage,
  hasUploadFailed,
}: Sources): Omit<AlarmInputs, 'snapshot'> {
  const { plantConfig, devices } = config;
  const plant = plantConfig.read()?.fields;
  return {
    hardware: system.status(),
    configuration: devices.all(),
    site: siteOf(plant),
    gridVoltage: plant?.tensione ?? null,
    exportLimitKw: plant?.potenza_immissione ?? null,
    targetPr: plant?.pr_atteso ?? null,
    diskUsedPercent: storage.usedPercent() ?? system.diskUsedPercent(),
    hasUploadFailed,
    hasDamage: storage.hasDamage,
    isDiskRefusing: storage.refusal !== null,
  };
}
