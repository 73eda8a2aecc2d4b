import type { ProtectionFunctionCode } from './codes';

/** The codes that CEI 0-16 and 0-21 give to functions; EN 50549-2 writes quantity and side instead. */
export type CeiCode = Exclude<ProtectionFunctionCode, `U${string}` | `f${string}`>;

export const isCeiCode = (code: string): code is CeiCode => !/^[Uf]/.test(code);

/** What a function of EN 50549-2 judges. */
export function europeanQuantity(code: string): 'frequency' | 'voltage' | 'meanVoltage' {
  return code.startsWith('f') ? 'frequency' : code === 'U 10 min' ? 'meanVoltage' : 'voltage';
}

/** The ANSI number of a function; the codes of CEI begin with it. */
export function ansiNumberOf(code: string): string {
  if (isCeiCode(code)) return code.slice(0, 2);
  return code.startsWith('f') ? '81' : code.includes('<') ? '27' : '59';
}
