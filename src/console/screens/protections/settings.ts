import { type ProtectionFunctionCode, protectionFunctionCodes } from '../../../contract/codes';
import { type CeiCode, europeanQuantity, isCeiCode } from '../../../contract/protection-codes';
import { isObject, type Json, numberOrNull, readArray, readObject, textIn } from '../../data/read';
import { resource } from '../../data/resource';
import type { Protection } from './protection-list';

interface Setting {
  /** In per unit, or in Hz. */
  readonly value: number;
  readonly seconds: number;
}

/** One function with the declared settings of the relay. */
export interface Threshold extends Setting {
  readonly code: ProtectionFunctionCode;
  readonly isEnabled: boolean;
  readonly isRestrictive: boolean;
  /** Length of the mean that the function evaluates, s; null for the instantaneous value. */
  readonly meanS: number | null;
  /** The setting that the standard requires; null if the standard does not have this function. */
  readonly standard: Setting | null;
  /** Least and most, where the standard leaves the setting to the distribution operator. */
  readonly range: readonly [Setting, Setting] | null;
}

export interface Settings {
  readonly id: number;
  readonly standard: string;
  readonly nominalV: number;
  readonly thresholds: readonly Threshold[];
}

const known = {
  '59.S1': 'meanVoltage',
  '59.S2': 'voltage',
  '27.S1': 'voltage',
  '27.S2': 'voltage',
  '81>.S1': 'frequency',
  '81<.S1': 'frequency',
  '81>.S2': 'frequency',
  '81<.S2': 'frequency',
  '59N': 'residual',
  '59V0': 'residual',
  '59Vi': 'negativeSequence',
  '27Vd': 'positiveSequence',
} as const satisfies Record<CeiCode, string>;

export type Quantity = (typeof known)[CeiCode];
export const quantityOf = (code: ProtectionFunctionCode): Quantity =>
  isCeiCode(code) ? known[code] : europeanQuantity(code);
/** Whether the function trips above its threshold. */
export const isMaximum = (code: ProtectionFunctionCode) => !/^27|</.test(code);

export const protectionSettings = resource('GET protezioni_interfaccia', {}, readAll, { isSteady: true });

function readAll(raw: unknown): readonly Settings[] {
  return readArray(readObject(raw, 'settings').protezioni, 'settings').map(each => {
    const row = readObject(each, 'settings of a protection');
    return {
      id: numberOrNull(row.id) ?? 0,
      standard: textIn(row.norma),
      nominalV: numberOrNull(row.un) ?? 0,
      thresholds: readArray(row.soglie, 'thresholds').flatMap(readThreshold),
    };
  });
}

/** A function that the console does not know is left out. */
function readThreshold(raw: unknown): Threshold[] {
  const row = readObject(raw, 'a threshold');
  const setting = readSetting(row);
  const { codice: code } = row;
  if (!isCode(code) || !setting) return [];
  return [
    {
      ...setting,
      code,
      isEnabled: row.abilitata !== false,
      isRestrictive: row.restrittiva === true,
      meanS: numberOrNull(row.media),
      standard: isObject(row.norma) ? readSetting(row.norma) : null,
      range: isObject(row.campo) ? readRange(row.campo) : null,
    },
  ];
}

function readRange({ soglia, tempo }: Json): readonly [Setting, Setting] | null {
  const [least, most] = [0, 1].map(at =>
    Array.isArray(soglia) && Array.isArray(tempo)
      ? readSetting({ soglia: soglia[at], tempo: tempo[at] })
      : null,
  );
  return least && most ? [least, most] : null;
}

function isCode(code: unknown): code is ProtectionFunctionCode {
  return protectionFunctionCodes.some(each => each === code);
}

function readSetting({ soglia, tempo }: Json): Setting | null {
  const [value, seconds] = [numberOrNull(soglia), numberOrNull(tempo)];
  return value === null || seconds === null ? null : { value, seconds };
}

/** Smaller differences from the standard are within the tolerance, in % (CEI 0-16). */
const tolerance = 3;
const nominalHz = 50;

/** The greater difference of threshold and delay from the standard, in %; null within the tolerance. */
export function differenceOf({ code, value, seconds, standard }: Threshold): number | null {
  if (!standard) return null;
  // For a frequency the distance from 50 Hz is compared, because a share of 50 Hz has no meaning.
  const from = quantityOf(code) === 'frequency' ? nominalHz : 0;
  const off = (own: number, asked: number) => (asked === 0 ? 0 : (100 * (own - asked)) / asked);
  const all = [off(value - from, standard.value - from), off(seconds, standard.seconds)];
  const worst = all.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
  return Math.abs(worst) > tolerance + 1e-9 ? worst : null;
}

/** Whether the function is active now. */
export function isActive({ isEnabled, isRestrictive }: Threshold, protection: Protection): boolean {
  return isEnabled && (!isRestrictive || protection.isRestrictive);
}

const share = (percent: number | null) => (percent === null ? null : percent / 100);

/** The measured value that the function evaluates, in the unit of its threshold. */
export function measuredBy({ code }: Threshold, protection: Protection, nominalV: number): number | null {
  const quantity = quantityOf(code);
  if (quantity === 'frequency') return protection.frequencyHz;
  if (quantity === 'meanVoltage') return share(protection.meanPercent);
  if (quantity === 'residual') return share(protection.residualPercent);
  if (quantity === 'negativeSequence') return share(protection.negativePercent);
  if (quantity === 'positiveSequence') return share(protection.positivePercent);
  const units = perUnit(protection, nominalV).filter(value => value !== null);
  if (units.length === 0) return null;
  return isMaximum(code) ? Math.max(...units) : Math.min(...units);
}

/** The line voltages in per unit of the nominal voltage. */
export function perUnit({ voltagesV }: Protection, nominalV: number): readonly (number | null)[] {
  return voltagesV.map(volt => (volt === null || nominalV <= 0 ? null : volt / nominalV));
}

/** Distance of the measured value from nominal, in % of the distance of the threshold; 100 or more means beyond the threshold. */
export function nearness(threshold: Threshold, measured: number | null): number | null {
  if (measured === null) return null;
  const quantity = quantityOf(threshold.code);
  const isAbsent = quantity === 'residual' || quantity === 'negativeSequence';
  const normal = isAbsent ? 0 : quantity === 'frequency' ? nominalHz : 1;
  const way = threshold.value - normal;
  return way === 0 ? null : Math.max(0, (100 * (measured - normal)) / way);
}
