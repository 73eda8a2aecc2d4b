import { protectionStandards } from '../../contract/protection-standards';
import type { ProtectionSettings } from '../../contract/protections';
import type { PlantPlan } from './plan';
import { meanSeconds, type ProtectionNorm, returnS } from './protection';

const norms: Record<ProtectionNorm, ProtectionSettings['norma']> = {
  lowVoltage: 'CEI 0-21',
  mediumVoltage: 'CEI 0-16',
};

/** What the protections of the simulated plant are set to: what the standard asks. */
export function settingsOf({ protections, facts }: PlantPlan): readonly ProtectionSettings[] {
  return protections.map(({ id, name }) => ({
    id,
    nome: name,
    norma: norms[facts.norm],
    un: facts.gridVoltage,
    rientro: returnS,
    soglie: protectionStandards[facts.norm].map(item => ({
      codice: item.code,
      abilitata: true,
      restrittiva: item.isRestrictive,
      media: item.quantity === 'meanVoltage' ? meanSeconds : null,
      ...{ soglia: item.threshold, tempo: item.seconds },
      norma: { soglia: item.threshold, tempo: item.seconds },
    })),
  }));
}
