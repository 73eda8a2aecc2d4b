import {
  europeanFunctions,
  type ProtectionFunction,
  protectionStandards,
  type Range,
} from '../protection-standards';
import { type Finding, refuse, warn } from './findings';
import type { ProtectionConfig } from './protections';

/**
 * Tolerance of a setting. Of a voltage or a time: a share of the standard's value (CEI 0-16). Of a frequency: in Hz, because 3 % (1.5
 * Hz) is as large as the distance of the thresholds from 50 Hz.
 */
const tolerance = { share: 0.03, hertz: 0.05 } as const;

/** The protection functions of a standard with the settings that it asks for; none where it leaves them to the distribution operator. */
export function standardOf(norm: ProtectionConfig['norma']): readonly ProtectionFunction[] {
  if (norm === 'EN 50549-2') return [];
  return norm === 'CEI 0-21' ? protectionStandards.lowVoltage : protectionStandards.mediumVoltage;
}

const limits = { voltage: { least: 0.05, most: 1.4 }, frequency: { least: 45, most: 55 } } as const;

/** The range of a function that its standard leaves to the distribution operator. */
export const adjustableOf = (code: string) => europeanFunctions.find(each => each.code === code);

/**
 * Refuses a function that is listed twice or is not in the standard, and a setting that is not possible; warns of one that differs from
 * its standard.
 */
export function protectionFindings({ norma, funzioni }: ProtectionConfig): Finding[] {
  const table = standardOf(norma);
  return funzioni.flatMap(({ codice, abilitata, soglia, tempo }, index): Finding[] => {
    const field = (name: string) => `funzioni.${index}.${name}`;
    if (funzioni.findIndex(other => other.codice === codice) < index)
      return [refuse(field('codice'), 'in_use', codice)];
    const adjustable = adjustableOf(codice);
    if ((adjustable !== undefined) !== (norma === 'EN 50549-2'))
      return [refuse(field('codice'), 'not_allowed', norma)];
    if (adjustable)
      return [
        ...outside(field('soglia'), soglia, adjustable.thresholds),
        ...outside(field('tempo'), tempo, adjustable.delays),
      ];
    const { least, most } = codice.startsWith('81') ? limits.frequency : limits.voltage;
    // The limit of 5 % holds for the residual voltage as well: a relay has no lower threshold.
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

const outside = (campo: string, value: number, [least, most]: Range): Finding[] =>
  value >= least && value <= most
    ? []
    : [refuse(campo, value < least ? 'too_low' : 'too_high', `${least} ${most}`)];
