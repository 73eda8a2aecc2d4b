import * as v from 'valibot';
import { wholeRange } from '../quantity';

/*
 * What registers a device has that does not speak SunSpec: those of a known device, or those that the record names (`generico`). Only with
 * a protocol `modbus-*`.
 */

/** `sunspec`: none; such a device is read by SunSpec or not at all. */
export const profiles = {
  inverters: ['sunspec', 'huawei-sun2000', 'sungrow-sg'],
  contatori: ['sunspec', 'sdm630', 'generico'],
  generic: ['sunspec', 'generico'],
} as const;

export const everyProfile = [...profiles.inverters, 'sdm630', 'generico'] as const;

/** False until a person has compared the values with those that the device shows: no profile was tried on every device. */
export const profilo_provato = v.optional(v.boolean(), false);

export const profileOf = <const Keys extends readonly ['sunspec', ...string[]]>(keys: Keys) =>
  v.optional(v.picklist(keys), 'sunspec');

const register = {
  /** Protocol address; it counts from 0. */
  registro: v.optional(wholeRange(0, 65_535), 0),
  dato: v.optional(v.picklist(['u16', 'i16', 'u32', 'i32', 'f32']), 'u16'),
  /** Power of ten that the number is multiplied with. */
  scala: v.optional(wholeRange(-6, 6), 0),
} as const;

/** The function that reads registers: 3 holding registers, 4 input registers. */
const lettura = v.optional(v.picklist([3, 4]), 3);

/** Points that a `generico` meter may have. */
export const meterPoints = [
  ...(['p', 'qac', 's', 'e_imm', 'e_prel', 'f'] as const),
  ...(['ua', 'ub', 'uc', 'uab', 'ubc', 'uca', 'ia', 'ib', 'ic'] as const),
] as const;

/**
 * The registers of a `generico` meter, each with what it measures: kW, kvar, kVA, kWh, V, A and Hz. Powers are positive where the plant
 * imports, as most meters count; `segno_p` and `segno_q` turn them.
 */
export const meterRegisters = {
  profilo: profileOf(profiles.contatori),
  profilo_provato,
  lettura,
  registri: v.optional(
    v.pipe(
      v.array(v.strictObject({ grandezza: v.picklist(meterPoints), ...register })),
      v.maxLength(meterPoints.length),
    ),
    [],
  ),
  /**
   * The side of its transformers that its registers give. Values of the secondary side are multiplied with the ratios `ta_*` and `tv_*`;
   * SunSpec and the profiles of known meters give those of the primary side.
   */
  lato: v.optional(v.picklist(['primario', 'secondario']), 'primario'),
} as const;

/** The registers of a `generico` device: those of a sensor's value, or of the current of a box's first input, which the others follow. */
export const ownRegisters = {
  profilo: profileOf(profiles.generic),
  profilo_provato,
  lettura,
  ...register,
} as const;
