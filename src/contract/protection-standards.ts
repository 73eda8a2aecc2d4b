import type { ProtectionFunctionCode } from './codes';

/** The standards that a protection can be declared to follow. The first is the usual one. */
export const protectionNorms = ['CEI 0-16', 'CEI 0-21', 'EN 50549-2'] as const;

/** What a function of an interface protection judges. */
export interface FunctionKind {
  readonly code: ProtectionFunctionCode;
  readonly quantity:
    | 'voltage'
    | 'meanVoltage'
    | 'frequency'
    | 'residual'
    | 'negativeSequence'
    | 'positiveSequence';
  readonly isMaximum: boolean;
  /**
   * Judges only in the restrictive window. CEI 0-21: by local command, or while the external signal is missing. CEI 0-16: while a function
   * of voltage unlocking has started.
   */
  readonly isRestrictive: boolean;
  /** Opens the restrictive window and trips nothing (voltage unlocking, CEI 0-16). */
  readonly isUnlocking: boolean;
}

/** One function with its settings. Voltages in per unit, frequencies in Hz, times in s. */
export interface ProtectionFunction extends FunctionKind {
  readonly threshold: number;
  readonly seconds: number;
}

export type Range = readonly [least: number, most: number];

/** A function whose settings the standard leaves to the distribution operator, within these ranges. */
export interface AdjustableFunction extends FunctionKind {
  readonly thresholds: Range;
  readonly delays: Range;
}

type Row = readonly [
  ProtectionFunctionCode,
  ProtectionFunction['quantity'],
  'max' | 'min',
  threshold: number,
  seconds: number,
];

const rows = (list: readonly Row[]) =>
  list.map(([code, quantity, side, threshold, seconds]): ProtectionFunction => {
    const isRestrictive = quantity === 'frequency' && code.endsWith('.S1');
    const isUnlocking = code === '59V0' || code === '59Vi' || code === '27Vd';
    return { code, quantity, isMaximum: side === 'max', threshold, seconds, isRestrictive, isUnlocking };
  });

/**
 * Default settings of CEI 0-21 (low voltage) and CEI 0-16 (medium voltage), as public engineering notes quote them. 59.S1 judges
 * the mean of 10 minutes and has 3 s more.
 */
export const protectionStandards = {
  lowVoltage: rows([
    ['59.S1', 'meanVoltage', 'max', 1.1, 3],
    ['59.S2', 'voltage', 'max', 1.15, 0.2],
    ['27.S1', 'voltage', 'min', 0.85, 1.5],
    ['27.S2', 'voltage', 'min', 0.15, 0.2],
    ['81>.S1', 'frequency', 'max', 50.2, 0.1],
    ['81<.S1', 'frequency', 'min', 49.8, 0.1],
    ['81>.S2', 'frequency', 'max', 51.5, 0.1],
    ['81<.S2', 'frequency', 'min', 47.5, 0.1],
  ]),
  mediumVoltage: rows([
    ['59.S1', 'meanVoltage', 'max', 1.1, 3],
    ['59.S2', 'voltage', 'max', 1.2, 0.6],
    ['27.S1', 'voltage', 'min', 0.85, 1.5],
    ['27.S2', 'voltage', 'min', 0.15, 0.2],
    ['81>.S1', 'frequency', 'max', 50.2, 0.15],
    ['81<.S1', 'frequency', 'min', 49.8, 0.15],
    ['81>.S2', 'frequency', 'max', 51.5, 1],
    ['81<.S2', 'frequency', 'min', 47.5, 4],
    ['59N', 'residual', 'max', 0.05, 25],
    ['59V0', 'residual', 'max', 0.05, 0.05],
    ['59Vi', 'negativeSequence', 'max', 0.15, 0.05],
    ['27Vd', 'positiveSequence', 'min', 0.7, 0.05],
  ]),
};

const adjustable = (
  quantity: FunctionKind['quantity'],
  code: ProtectionFunctionCode,
  thresholds: Range,
  delays: Range,
): AdjustableFunction => ({
  code,
  quantity,
  thresholds,
  delays,
  isMaximum: !code.includes('<'),
  isRestrictive: false,
  isUnlocking: false,
});

/**
 * EN 50549-2:2019, clause 4.9.3 (medium voltage): ranges in which the functions can be set. The standard gives no default settings: the
 * distribution operator states them. It has no voltage unlocking. Of the mean of 10 minutes it asks for a trip within 3 s.
 */
export const europeanFunctions: readonly AdjustableFunction[] = [
  adjustable('voltage', 'U<', [0.2, 1], [0.1, 100]),
  adjustable('voltage', 'U<<', [0.2, 1], [0.1, 5]),
  adjustable('voltage', 'U>', [1, 1.2], [0.1, 100]),
  adjustable('voltage', 'U>>', [1, 1.3], [0.1, 5]),
  adjustable('meanVoltage', 'U 10 min', [1, 1.15], [0.05, 3]),
  adjustable('frequency', 'f<', [47, 50], [0.1, 100]),
  adjustable('frequency', 'f<<', [47, 50], [0.1, 5]),
  adjustable('frequency', 'f>', [50, 52], [0.1, 100]),
  adjustable('frequency', 'f>>', [50, 52], [0.1, 5]),
];
