import { useEffect } from 'react';
import { localStore } from '../browser/storage';
import { deviceFacts, type PlantFacts, plantFacts } from '../data/facts';
import { refresh } from '../data/poll';
import { useResource } from '../data/use-resource';
import { announce } from './cross-tab';

/** The storage key of the plant's name in the specification (section 3). */
const nameKey = 'nome_impianto';

/** Called after a plant was created or updated here: everything that shows it is updated at once, in the other tabs too. */
export function notifyPlantChanged(): void {
  followPlantChange();
  announce({ kind: 'plant-changed' });
}

/** Called when another tab changed the plant. Name, place and UPS belong to the plant, the time zone to the datalogger. */
export function followPlantChange(): void {
  refresh(plantFacts);
  refresh(deviceFacts);
}

/** The plant and its last known name: the stored name is used until the datalogger answers. */
export function usePlant(): { readonly name: string; readonly facts: PlantFacts | undefined } {
  const { value: facts } = useResource(plantFacts);
  const known = facts?.name;
  useEffect(() => {
    if (known) localStore.write(nameKey, known);
  }, [known]);
  return { name: known ?? localStore.read(nameKey) ?? '', facts };
}
