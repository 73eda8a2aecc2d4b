import type { Plant } from '../../plant/processing/plant';
import type { ProtectionEvents } from '../../storage/jobs/protection-events';
import { type Handlers, idOf } from '../http/handler';

type ProtectionKey = Extract<keyof Handlers, `${string} protezioni_interfaccia${string}`>;

/** How many events of a protection are given at once. */
const mostGiven = 2048;

/** The declared settings of the interface protections, and their record of events. */
export function protectionHandlers(plant: Plant, events: ProtectionEvents): Pick<Handlers, ProtectionKey> {
  return {
    'GET protezioni_interfaccia': () => ({ protezioni: [...plant.protectionSettings()] }),
    'GET protezioni_interfaccia/:id/eventi': ({ params }) =>
      events.of(idOf(params.id), mostGiven).map(({ id, t, codes, isTrip, value, durationS }) => ({
        id,
        t,
        funzioni: [...codes],
        scattata: isTrip,
        valore: value,
        durata: durationS,
      })),
  };
}
