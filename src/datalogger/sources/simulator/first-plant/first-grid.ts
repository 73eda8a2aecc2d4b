import { completed } from '../../../../contract/config/kinds';
import { protectionStandards } from '../../../../contract/protection-standards';
import type { ProtectionSettings } from '../../../../contract/protections';
import type { ProtectionNorm } from '../physics/protection';
import { fullReactive, greatestApparent, simulatedCurve } from '../physics/regulation';
import type { PlantPlan } from '../plan';
import { certificateDays, checkDays } from '../upkeep';
import { addressOf, dayOf, daysOf, type FirstConfiguration, rounded, serial } from './first-records';

const norms: Record<ProtectionNorm, ProtectionSettings['norma']> = {
  lowVoltage: 'CEI 0-21',
  mediumVoltage: 'CEI 0-16',
};

/** The protections, with the settings that the standard requires. */
export function protectionsOf(
  { protections, facts }: PlantPlan,
  t: number,
): FirstConfiguration['protezioni-interfaccia'] {
  return protections.map(({ id, name }) => ({
    ...completed('protezioni-interfaccia', {
      nome: name,
      marca: 'Tessera',
      modello: 'PI 16',
      seriale: serial('PI', id),
      ...addressOf(71, id),
      polling: 1,
      norma: norms[facts.norm],
      un: facts.gridVoltage,
      comando_locale: true,
      funzioni: protectionStandards[facts.norm].map(({ code, threshold, seconds }) => ({
        codice: code,
        abilitata: true,
        soglia: threshold,
        tempo: seconds,
      })),
      prossima_verifica: dayOf(t + checkDays(t) * daysOf),
    }),
    id,
  }));
}

export function controllersOf({ controllers, ratedKw }: PlantPlan, t: number): FirstConfiguration['cci'] {
  const reactive = rounded(fullReactive * ratedKw);
  return controllers.map(({ id, name }) => ({
    ...completed('cci', {
      nome: name,
      marca: 'Tessera',
      modello: 'CC 16',
      seriale: serial('CC', id),
      ...addressOf(91, id),
      pimm: ratedKw,
      qind: reactive,
      qcap: reactive,
      smax: rounded(greatestApparent({ pimm: ratedKw, pass: 0, qind: reactive, qcap: reactive })),
      ied: `CCI016_${String(id).padStart(2, '0')}`,
      curva_qv: simulatedCurve,
      scadenza_certificato: dayOf(t + certificateDays(t) * daysOf),
    }),
    id,
  }));
}
