import type { ConfiguredRecord } from '../device-driver';
import { createModuleDriver, type OutputsOfRecord } from '../input-modules';
import { createProfileDriver } from './driver';
import { genericBox, genericMeter, genericSensor } from './generic';
import { library } from './library';
import { instanceOf } from './one-instance';
import { outputsIn } from './outputs';
import type { Profile } from './profile';

/** The profiles that there are: those of the library, and those that administrators have brought, which go before. */
export class ProfileShelf {
  readonly #own: () => ReadonlyMap<string, Profile>;
  /** Reads the devices of all profiles. */
  readonly driver = createProfileDriver(configured => this.of(configured));
  /** The outputs of a module, by its profile; null for one that is only read. */
  readonly outputs: OutputsOfRecord = record => outputsIn(this.of({ kind: 'moduli-io', record }));
  /** Reads modules of inputs and outputs. */
  readonly modules = createModuleDriver(this.outputs, record => this.of({ kind: 'moduli-io', record }));

  constructor(own: () => ReadonlyMap<string, Profile> = () => new Map()) {
    this.#own = own;
  }

  /** All profiles: one that an administrator has brought in place of that of the library. */
  all(): Iterable<Profile> {
    return new Map([...library, ...this.#own()]).values();
  }

  /** What the registers of a record's device mean; null where it has no profile. */
  of({ kind, record }: ConfiguredRecord): Profile | null {
    if (!('profilo' in record) || record.protocollo === 'sim' || record.protocollo.startsWith('sunspec'))
      return null;
    if (record.profilo !== 'generico') {
      const known = this.#own().get(record.profilo) ?? library.get(record.profilo);
      if (known?.kind !== kind) return null;
      // A station without such a sensor.
      if (kind === 'sensori' && !known.points[record.tipo]) return null;
      return 'istanza' in record ? instanceOf(known, record.istanza) : known;
    }
    if (kind === 'sensori') return genericSensor(record);
    if (kind === 'contatori') return genericMeter(record);
    return kind === 'box-stringhe' ? genericBox(record) : null;
  }
}

/** The profiles of the library alone. */
export const libraryShelf = new ProfileShelf();
