import * as v from 'valibot';
import { protectionFunctionCodes } from '../codes';
import { range } from '../quantity';
import { date, flag, polled } from './fields';

/** A threshold in per unit of the nominal voltage (27, 59, 59N) or Hz (81), and a delay in s. */
export const ProtectionFunctionConfig = v.strictObject({
  codice: v.picklist(protectionFunctionCodes),
  abilitata: flag(true),
  soglia: range(0.01, 55),
  tempo: range(0.05, 603, 's'),
});
export type ProtectionFunctionConfig = v.InferOutput<typeof ProtectionFunctionConfig>;

/** Declared settings: compared with what the relay says, obeyed by the simulated one, never written to a real one. */
export const ProtectionConfig = v.strictObject({
  ...polled,
  norma: v.picklist(['CEI 0-16', 'CEI 0-21']),
  /** Nominal line voltage. */
  un: range(100, 150_000, 'V'),
  funzioni: v.pipe(
    v.array(ProtectionFunctionConfig),
    v.minLength(1),
    v.maxLength(protectionFunctionCodes.length),
  ),
  /** Whether the local command (narrow frequency window) is wired. */
  comando_locale: flag(false),
  /** Backup trip when the switch has not opened. */
  rincalzo: v.optional(range(0.1, 1, 's'), 0.5),
  prossima_verifica: date,
});
export type ProtectionConfig = v.InferOutput<typeof ProtectionConfig>;
