import { type FigureOfDevice, figuresOfDevices } from '../../contract/config/uses';
import { readArray, readObject, textOrNull } from './read';
import { type Resource, resource } from './resource';

/** What depends on a configured device. */
export interface DeviceUses {
  /** Names of the records that refer to it. */
  readonly users: readonly string[];
  /** Figures that are missing while it is disabled. */
  readonly figures: readonly FigureOfDevice[];
}

export function usesOf(tipo: string, id: string): Resource<DeviceUses> {
  return resource('GET config/:tipo/:id/usi', { params: { tipo, id } }, readUses);
}

export function readUses(raw: unknown): DeviceUses {
  const { usato_da, mancheranno } = readObject(raw, 'uses');
  const missing = readArray(mancheranno, 'figures');
  return {
    users: readArray(usato_da, 'users').flatMap(name => textOrNull(name) ?? []),
    figures: figuresOfDevices.filter(figure => missing.includes(figure)),
  };
}
