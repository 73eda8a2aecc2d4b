import type { Plant } from '../devices/plant';
import type { Handlers } from '../serve/handler';

type ProtectionKey = Extract<keyof Handlers, `${string} protezioni_interfaccia`>;

/** The declared settings of the interface protections. */
export function protectionHandlers(plant: Plant): Pick<Handlers, ProtectionKey> {
  return {
    'GET protezioni_interfaccia': () => ({ protezioni: [...plant.protectionSettings()] }),
  };
}
