import type { PlantBody } from '../../../contract/plant';
import { dayOf } from '../../data/days';
import { isZone } from '../../data/facts';
import { plantNowMs } from '../../data/plant-clock';
import type { Finding } from '../../form/check';

/** A ratio of kWp to kW outside these limits is reported as unusual. */
const usualRatio = { least: 0.8, most: 1.6 };
/** A box of latitude and longitude around Italy, in degrees. */
const italy = { south: 35, north: 48, west: 6, east: 19 };

/** Findings about several fields of a plant together. */
export function plantFindings({
  lat,
  long,
  potenza_picco,
  potenza_ca,
  fuso,
  ...dates
}: PlantBody): Finding[] {
  const findings: Finding[] = [];
  const find = (campo: string, codice: string, isWarning: boolean) =>
    findings.push({ campo, codice, isWarning });
  const ratio = potenza_picco / potenza_ca;
  if (ratio < usualRatio.least || ratio > usualRatio.most) find('potenza_picco', 'dc_ac_ratio', true);
  if (lat !== null && (lat < italy.south || lat > italy.north)) find('lat', 'not_italy', true);
  if (long !== null && (long < italy.west || long > italy.east)) find('long', 'not_italy', true);
  if (!isZone(fuso)) {
    find('fuso', 'invalid', false);
    return findings;
  }
  const today = dayOf(plantNowMs(), fuso);
  for (const campo of ['data_connessione', 'data_esercizio'] as const)
    if ((dates[campo] ?? '') > today) find(campo, 'invalid', false);
  return findings;
}
