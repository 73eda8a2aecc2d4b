import type { ProblemCode } from '../problem';

/** A warning is shown to the user; the record is still accepted. */
export const warningCodes = ['dc_ac_ratio', 'off_table', 'no_module', 'not_tried', 'other_on_line'] as const;
export type WarningCode = (typeof warningCodes)[number];

export type Finding =
  | { readonly isWarning: false; readonly campo: string; readonly codice: ProblemCode; readonly da?: string }
  | { readonly isWarning: true; readonly campo: string; readonly codice: WarningCode; readonly da?: string };

export const refuse = (campo: string, codice: ProblemCode, da?: string): Finding => ({
  isWarning: false,
  campo,
  codice,
  ...(da === undefined ? {} : { da }),
});
export const warn = (campo: string, codice: WarningCode, da?: string): Finding => ({
  isWarning: true,
  campo,
  codice,
  ...(da === undefined ? {} : { da }),
});
