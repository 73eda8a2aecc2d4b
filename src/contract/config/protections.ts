import * as v from 'valibot';
import { protectionFunctionCodes } from '../codes';
import { protectionNorms } from '../protection-standards';
import { range } from '../quantity';
import { date, flag, polled } from './fields';
import { profilo, profilo_provato } from './profiles';

/** A threshold in per unit of the nominal voltage (27, 59, 59N) or Hz (81), and a delay in s. */
export const ProtectionFunctionConfig = v.strictObject({
  codice: v.picklist(protectionFunctionCodes),
  abilitata: flag(true),
  soglia: range(0.01, 55),
  tempo: range(0.05, 603, 's'),
});
export type ProtectionFunctionConfig = v.InferOutput<typeof ProtectionFunctionConfig>;

/**
 * The settings as declared. They are compared with those that the relay reports. The simulated relay works by them. They are never
 * written to a real relay.
 */
export const ProtectionConfig = v.strictObject({
  ...polled,
  profilo,
  profilo_provato,
  norma: v.picklist(protectionNorms),
  /** Nominal line voltage. */
  un: range(100, 150_000, 'V'),
  funzioni: v.pipe(
    v.array(ProtectionFunctionConfig),
    v.minLength(1),
    v.maxLength(protectionFunctionCodes.length),
  ),
  /** Whether the local command (narrow frequency window) is wired. */
  comando_locale: flag(false),
  /** Delay of the backup trip, which acts when the switch has not opened. */
  rincalzo: v.optional(range(0.1, 1, 's'), 0.5),
  prossima_verifica: date,
});
export type ProtectionConfig = v.InferOutput<typeof ProtectionConfig>;
