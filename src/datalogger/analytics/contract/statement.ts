import type { LossCause } from '../../../contract/loss-causes';
import type { Report } from '../../../contract/reports';
import type { PlantFields } from '../../storage/config/plant-config';
import * as kpi from '../key-figures/formulae';
import { correctedEnergy } from './corrected-budget';
import type { ContractMonth } from './month';
import { type Premium, premiumOf } from './premium';
import { type PriorityTimes, responsesOf } from './responses';

/** Kept or missed; uncertain where too little was measured for a verdict; unknown where nothing was measured or agreed. */
export type Outcome = 'kept' | 'missed' | 'uncertain' | 'unknown';

/** A figure beside what was agreed, in one unit. */
export interface Judged {
  readonly value: number | null;
  readonly agreed: number | null;
  readonly outcome: Outcome;
}

/** The energy against the budget: kWh, kWh/m², and the share of the budget that falls in measured light. */
export interface JudgedEnergy extends Judged {
  readonly planned: number | null;
  readonly plannedLight: number | null;
  readonly light: number | null;
  readonly share: number;
  /** Whether the share comes from the hours of PVsyst. */
  readonly isByHour: boolean;
}

/** Why no bonus or malus is computed. */
export type NoPremium = 'none' | 'running' | 'uncertain' | 'unknown';

export interface Statement {
  /** Coverage of the whole period, %: of the time, and of the energy made in measured light. */
  readonly covered: { readonly time: number; readonly light: number };
  readonly availability: Judged;
  readonly ratio: Judged;
  readonly energy: JudgedEnergy;
  readonly data: Judged;
  readonly inverters: readonly (Judged & { readonly name: string; readonly covered: number })[];
  readonly priorities: readonly PriorityTimes[];
  readonly premium: (Premium & { readonly difference: number }) | NoPremium;
}

interface Given {
  readonly report: Report;
  readonly month: ContractMonth;
  readonly plant: PlantFields;
  /** Now, epoch seconds: until then alarms are judged. */
  readonly nowS: number;
}

function judged(value: number | null, agreed: number | null, isCertain: boolean): Judged {
  if (value === null || agreed === null) return { value, agreed, outcome: 'unknown' };
  if (!isCertain) return { value, agreed, outcome: 'uncertain' };
  return { value, agreed, outcome: value >= agreed ? 'kept' : 'missed' };
}

/** What the month gave beside what was agreed. No figure with less coverage than a certain one needs has a verdict. */
export function statementOf(given: Given): Statement {
  const { report, month, plant, nowS } = given;
  const { perdite, indici, budget, dati, incerti } = report;
  const covered = coverageOf(report);
  const isWhole = covered.time >= dati.copertura_certa;
  const isLit = covered.light >= dati.copertura_certa;
  const isDoubted = incerti?.indici.includes('energia') ?? false;
  const guaranteed = budget?.disponibilita ?? dati.disponibilita_contrattuale;
  const energy = energyOf(given, covered.light, isLit && !isDoubted);
  const needsEnergy = plant.formula_disponibilita === 'energia';
  const availability = judged(perdite.disponibilita, guaranteed, isWhole && !(needsEnergy && isDoubted));
  return {
    covered,
    availability,
    ratio: judged(indici.pr, budget?.pr ?? dati.pr_atteso, isLit && !isDoubted),
    energy,
    data: judged(covered.time, plant.disponibilita_dati ?? null, true),
    inverters: invertersOf(given),
    priorities: responsesOf(month.alarms, plant.tempi ?? [], nowS),
    premium: premiumFor(given, availability, energy),
  };
}

/** Of the whole time, also where the archive begins in the middle of it. */
function coverageOf({ periodo }: Report): Statement['covered'] {
  const { da, a, inizio_dati: begin, fine_dati: end, in_corso } = periodo;
  if (begin === null || end === null) return { time: 0, light: 0 };
  const until = in_corso ? Math.max(end, begin) : a;
  const part = Math.min(1, (end - begin) / Math.max(1, until - da));
  return { time: (periodo.copertura ?? 0) * part, light: (periodo.copertura_luce ?? 0) * part };
}

function energyOf({ report, month }: Given, lightPercent: number, isCertain: boolean): JudgedEnergy {
  const { indici, budget } = report;
  const isByHour = month.lightShare !== null;
  const share = month.lightShare ?? lightPercent / 100;
  const planned = budget?.p50 ?? null;
  const plannedLight = budget?.irraggiamento ?? null;
  const light = indici.resa_riferimento;
  const agreed =
    planned === null || plannedLight === null || light === null
      ? null
      : correctedEnergy({ energy: planned, irradiation: plannedLight, measured: light, share });
  return { ...judged(indici.energia, agreed, isCertain), planned, plannedLight, light, share, isByHour };
}

const hourS = 3600;

function invertersOf({ report, month, plant }: Given): Statement['inverters'] {
  const agreed = plant.disponibilita_inverter ?? null;
  const excluded = new Set<LossCause>(plant.esclusioni);
  return report.inverter.map(({ id, nome, energia, copertura }) => {
    const causes = report.perdite.inverter.find(inverter => inverter.id === id)?.cause ?? [];
    const sums = causes.reduce(
      ({ excusedS, countedKwh }, { causa, fermo, persa }) =>
        excluded.has(causa)
          ? { excusedS: excusedS + fermo * hourS, countedKwh }
          : { excusedS, countedKwh: countedKwh + persa },
      { excusedS: 0, countedKwh: 0 },
    );
    const { usefulS = 0, stoppedS = 0 } = month.inverters.find(inverter => inverter.id === id) ?? {};
    const value =
      plant.formula_disponibilita === 'energia'
        ? kpi.energyAvailability(energia, sums.countedKwh)
        : kpi.technicalAvailability(usefulS - Math.max(0, stoppedS - sums.excusedS), usefulS);
    const covered = copertura ?? 0;
    return { name: nome, covered, ...judged(value, agreed, covered >= report.dati.copertura_certa) };
  });
}

function premiumFor(
  { report, plant }: Given,
  availability: Judged,
  energy: JudgedEnergy,
): Statement['premium'] {
  const { value, agreed, outcome } = plant.premio_su === 'energia' ? energy : availability;
  const isAgreed = (plant.bonus ?? null) !== null || (plant.malus ?? null) !== null;
  if (!isAgreed) return 'none';
  if (report.periodo.in_corso) return 'running';
  if (value === null || agreed === null || agreed <= 0) return 'unknown';
  if (outcome === 'uncertain') return 'uncertain';
  const difference = plant.premio_su === 'energia' ? 100 * (value / agreed - 1) : value - agreed;
  const premium = premiumOf(difference, plant);
  return premium === null ? 'none' : { ...premium, difference };
}
