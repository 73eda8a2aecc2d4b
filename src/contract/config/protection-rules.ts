import { protectionStandards } from '../protection-standards';
import { type Finding, refuse, warn } from './findings';
import type { ProtectionConfig } from './protections';

/** Of a voltage or a time as a share of the standard's value (CEI 0-16); of a frequency in Hz, where 3 % would be everything. */
const tolerance = { share: 0.03, hertz: 0.05 } as const;

/** The functions of a standard. */
export const standardOf = (norm: ProtectionConfig['norma']) =>
  norm === 'CEI 0-21' ? protectionStandards.lowVoltage : protectionStandards.mediumVoltage;

const limits = { voltage: { least: 0.05, most: 1.4 }, frequency: { least: 45, most: 55 } } as const;

/** Each function once, its threshold possible, and told where it is off the table of its standard. */
export function protectionFindings({ norma, funzioni }: ProtectionConfig): Finding[] {
  const table = standardOf(norma);
  return funzioni.flatMap(({ codice, abilitata, soglia, tempo }, index): Finding[] => {
    const field = (name: string) => `funzioni.${index}.${name}`;
    if (funzioni.findIndex(other => other.codice === codice) < index)
      return [refuse(field('codice'), 'in_use', codice)];
    const { least, most } = codice.startsWith('81') ? limits.frequency : limits.voltage;
    // A residual voltage of less than 5 % is no threshold of a relay either.
    if (soglia < least) return [refuse(field('soglia'), 'too_low')];
    if (soglia > most) return [refuse(field('soglia'), 'too_high')];
    const standard = table.find(({ code }) => code === codice);
    if (!standard || !abilitata) return [];
    const isOff = (value: number, right: number, slack = tolerance.share * right) =>
      Math.abs(value - right) > slack + 1e-9;
    const slack = standard.quantity === 'frequency' ? tolerance.hertz : undefined;
    return [
      ...(isOff(soglia, standard.threshold, slack) ? [warn(field('soglia'), 'off_table')] : []),
      ...(isOff(tempo, standard.seconds) ? [warn(field('tempo'), 'off_table')] : []),
    ];
  });
}
