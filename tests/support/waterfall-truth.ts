import type { WaterfallTerm } from '../../src/contract/report-figures';
import { countedLight } from '../../src/datalogger/plant/processing/limits';
import { acPower, moduleCoefficients, specificPower } from '../../src/datalogger/plant/solar/module';
import { modelAt, type PlantIdentity } from '../../src/datalogger/sources/simulator/physics/counters';
import { isFeeding, limitSources } from '../../src/datalogger/sources/simulator/physics/inverter';
import { coarseS, type PlantModel } from '../../src/datalogger/sources/simulator/physics/model';

export type Truth = Readonly<Record<WaterfallTerm | 'riferimento', number>>;
type Sums = Record<WaterfallTerm | 'riferimento', number>;

const noTruth = (): Sums => ({
  riferimento: 0,
  temperatura: 0,
  nominali: 0,
  sporcamento: 0,
  disuniformita: 0,
  fermi: 0,
  limiti: 0,
  taglio: 0,
  conversione: 0,
  resto: 0,
  trasporto: 0,
});

/** Where the light of [from, to) really went in the simulated plant, kWh: what no sensor tells. `from` is a local midnight. */
export function truthOf(identity: PlantIdentity, from: number, to: number): Truth {
  const model = modelAt(identity, from);
  const sums = noTruth();
  for (let t = from; t < to; t += coarseS) {
    model.stepCoarse(t);
    add(sums, model);
  }
  return sums;
}

function add(sums: Sums, { field, plan }: PlantModel): void {
  const hours = coarseS / 3600;
  const { conditions, cellTemperature } = field;
  const { poa, effective, soiling } = conditions;
  const reference = (countedLight(poa) / 1000) * plan.peakKwp * hours;
  const heat = reference * -moduleCoefficients.gamma * (cellTemperature - 25);
  const clean = specificPower(effective, cellTemperature);
  sums.riferimento += reference;
  sums.temperatura += heat;
  sums.nominali += reference - heat - clean * plan.peakKwp * hours;
  for (const inverter of field.inverters) {
    const { peakKwp, ratedKw } = inverter.plan;
    const given = effective > 0 ? field.dcPower(inverter, effective) : 0;
    const possible = acPower(given, ratedKw);
    sums.sporcamento += clean * peakKwp * soiling * hours;
    sums.disuniformita += (clean * peakKwp * (1 - soiling) - given) * hours;
    const isStopped = !isFeeding(inverter) && (inverter.events !== 0 || inverter.rampPercent === 0);
    if (isFeeding(inverter)) {
      const isOrdered =
        (inverter.limitSource & limitSources.maxPower) !== 0 && inverter.pac < possible - 1e-6;
      sums[isOrdered ? 'limiti' : 'taglio'] +=
        (isOrdered ? possible - inverter.pac : given - inverter.pdc) * hours;
      sums.conversione += (isOrdered ? given - possible : inverter.pdc - inverter.pac) * hours;
    } else {
      sums[isStopped ? 'fermi' : 'resto'] += (possible - Math.max(0, inverter.pac)) * hours;
      sums.conversione += (given - possible) * hours;
    }
    sums.trasporto += (Math.max(0, inverter.pac) * hours) / 100;
  }
}
