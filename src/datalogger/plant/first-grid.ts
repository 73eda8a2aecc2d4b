import { completed } from '../../contract/config/kinds';
import { fullReactive } from './controller';
import { addressOf, dayOf, daysOf, type FirstConfiguration, rounded, serial } from './first-records';
import { apparentOverRated } from './inverter';
import type { PlantPlan } from './plan';
import { settingsOf } from './protection-settings';
import { certificateDays, checkDays } from './upkeep';

export function protectionsOf(plan: PlantPlan, t: number): FirstConfiguration['protezioni-interfaccia'] {
  return settingsOf(plan).map(({ id, nome, norma, un, soglie }) => ({
    ...completed('protezioni-interfaccia', {
      nome,
      marca: 'Tessera',
      modello: 'PI 16',
      seriale: serial('PI', id),
      ...addressOf(71, id),
      polling: 1,
      norma,
      un,
      funzioni: soglie.map(({ codice, abilitata, soglia, tempo }) => ({ codice, abilitata, soglia, tempo })),
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
      smax: rounded(apparentOverRated * ratedKw),
      ied: `CCI016_${String(id).padStart(2, '0')}`,
      curva_qv: simulatedCurve,
      scadenza_certificato: dayOf(t + certificateDays(t) * daysOf),
    }),
    id,
  }));
}

/** Q(V) of the simulated controller (controller.ts). */
const simulatedCurve = [
  { x: 0.9, y: 100 },
  { x: 0.97, y: 0 },
  { x: 1.01, y: 0 },
  { x: 1.08, y: -100 },
];
