import type { ConfiguredRecord } from '../device-driver';
import { genericBox, genericMeter, genericSensor } from './generic';
import { huaweiSun2000 } from './huawei-sun2000';
import { checkedProfile, type Profile } from './profile';
import { sdm630 } from './sdm630';
import { sungrowSg } from './sungrow-sg';

/** The profiles of known devices, by key. */
export const knownProfiles: ReadonlyMap<string, Profile> = new Map(
  [huaweiSun2000, sungrowSg, sdm630].map(written => [written.key, checkedProfile(written)]),
);

/** What the registers of a record's device mean; null where it has no profile. */
export function profileOf({ kind, record }: ConfiguredRecord): Profile | null {
  if (!('profilo' in record) || record.protocollo === 'sim' || record.protocollo.startsWith('sunspec'))
    return null;
  if (record.profilo !== 'generico') {
    const known = knownProfiles.get(record.profilo);
    return known?.kind === kind ? known : null;
  }
  if (kind === 'sensori') return genericSensor(record);
  if (kind === 'contatori') return genericMeter(record);
  return kind === 'box-stringhe' ? genericBox(record) : null;
}
