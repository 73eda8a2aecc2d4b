import { usualCoverage } from '../../../../contract/coverage';
import { usualTerms } from '../../../../contract/plant';
import { moduleCoefficients } from '../../../plant/solar/module';
import type { ConfigDatabase } from '../../../storage/config/config-database';
import type { PlantConfig, PlantFields } from '../../../storage/config/plant-config';
import type { PlantPlan } from '../plan';
import { firstConfiguration } from './first-configuration';

/** Writes the simulated plant as it is at `t` into the configuration, unless a plant is already configured. */
export function describePlant(
  { plantConfig, devices, atomically }: ConfigDatabase,
  plan: PlantPlan,
  t: number,
): void {
  atomically(() => {
    if (devices.isNew()) devices.replace(firstConfiguration(plan, t));
    if (!plantConfig.read()) describe(plantConfig, plan);
  });
}

function describe(plantConfig: PlantConfig, plan: PlantPlan): void {
  plantConfig.create({
    fields: { ...papers, ...designOf(plan) },
    network: { modalita: 'dhcp', ntp: ['0.it.pool.ntp.org', '1.it.pool.ntp.org'], hostname: 'meridiana' },
    hasUps: true,
    ups: { interfaccia: 'contatti', ritardo_allarme: 10, spegnimento: 10 },
  });
}

/** The data of the plant with which the simulation computes. */
function designOf({ facts, site, ...plan }: PlantPlan) {
  const hasTransformer = facts.gridVoltage > 1000;
  return {
    nome: facts.name,
    lat: site.latitude,
    long: site.longitude,
    fuso: site.zone,
    potenza_picco: Math.round(plan.peakKwp * 10) / 10,
    potenza_ca: plan.ratedKw,
    potenza_immissione: plan.ratedKw,
    livello_tensione: hasTransformer ? 'MT' : 'BT',
    tensione: facts.gridVoltage,
    // A transformer is usually rated a quarter above its inverters.
    trasformatore: hasTransformer ? plan.ratedKw * 1.25 : null,
    tilt: plan.tilt,
    azimut: plan.azimuth,
    albedo: plan.albedo,
    gamma: Math.round(moduleCoefficients.gamma * 1e5) / 1e3,
    budget: budgetOf(plan.peakKwp, plan.trackers.length > 0),
  } as const satisfies Partial<PlantFields>;
}

/** Shares of the year that the months yield in the middle of Italy, %. */
const monthShares = [4.5, 5.8, 8.3, 9.8, 11.3, 11.9, 12.4, 11.4, 9.2, 7, 4.6, 3.8];

/** The budget of a plant like this one: a usual yield of a year, and the performance that its builder guarantees. */
function budgetOf(peakKwp: number, hasTrackers: boolean): PlantFields['budget'] {
  const yearKwh = peakKwp * (hasTrackers ? 1815 : 1540);
  const [pr, p90Share] = [82, 0.92];
  return monthShares.map((share, index) => {
    const p50 = Math.round((yearKwh * share) / 100);
    return {
      mese: index + 1,
      p50,
      p90: Math.round(p50 * p90Share),
      irraggiamento: Math.round((1000 * p50) / peakKwp / pr) / 10,
      pr,
      disponibilita: 98,
    };
  });
}

/** What an installer would enter. The plant is invented, and so are these data. */
const papers = {
  indirizzo: 'Via della Masseria 1',
  comune: 'Roma',
  provincia: 'RM',
  cap: '00139',
  altitudine: 40,
  pod: 'IT002E04172291A',
  censimp: 'IM_0417229',
  up: 'UP_MASSERIA_1',
  rintracciabilita: '',
  data_connessione: '2014-01-31',
  data_esercizio: '2014-02-14',
  incentivo: 'RID',
  tariffa: 0.104,
  scadenza_incentivo: null,
  dso: 'areti',
  titolare: '',
  contatto: '',
  pr_atteso: 85,
  disponibilita_contrattuale: 98,
  soglia_irraggiamento: 50,
  festivi_italia: true,
  copertura_certa: usualCoverage.certain,
  copertura_minima: usualCoverage.least,
  ...usualTerms,
} as const satisfies Partial<PlantFields>;
