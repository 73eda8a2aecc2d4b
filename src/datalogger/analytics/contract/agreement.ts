import { type LossCause, usualExclusions } from '../../../contract/loss-causes';
import type { PlantFields } from '../../storage/config/plant-config';

/** How the availability was agreed: by which formula, and which causes of losses do not count. */
export interface Agreement {
  readonly formula: PlantFields['formula_disponibilita'];
  readonly excluded: readonly LossCause[];
}

export const usualAgreement: Agreement = { formula: 'tempo', excluded: usualExclusions };

/** The agreement of a plant; the usual one where the plant is not described. */
export const agreementOf = (plant: PlantFields | null): Agreement =>
  plant === null ? usualAgreement : { formula: plant.formula_disponibilita, excluded: plant.esclusioni };
