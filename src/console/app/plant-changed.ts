import { useEffect } from 'react';
import { localStore } from '../browser/storage';
import { deviceFacts, type PlantFacts, plantFacts } from '../data/facts';
import { refresh } from '../data/poll';
import { useResource } from '../data/use-resource';
import { announce } from './cross-tab';

/** Where the specification keeps the plant's name (section 3). */
const nameKey = 'nome_impianto';

/** A plant was created or updated here: whatever shows it follows at once, in the other tabs too. */
export function notifyPlantChanged(): void {
  followPlantChange();
  announce({ kind: 'plant-changed' });
}

/** The same, when another tab said so. Name, place and UPS are the plant's, the time zone is the datalogger's. */
export function followPlantChange(): void {
  refresh(plantFacts);
  refresh(deviceFacts);
}

/** The plant, and its name as last known: the stored one stands in until the datalogger answers. */
export function usePlant(): { readonly name: string; readonly facts: PlantFacts | undefined } {
  const { value: facts } = useResource(plantFacts);
  const known = facts?.name;
  useEffect(() => {
    if (known) localStore.write(nameKey, known);
  }, [known]);
  return { name: known ?? localStore.read(nameKey) ?? '', facts };
}
