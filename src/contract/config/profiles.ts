import * as v from 'valibot';
import { wholeRange } from '../quantity';

/*
 * What registers a device has that does not speak SunSpec: those of a profile (src/contract/profiles.ts), or those that the record names
 * (`generico`). Only with a protocol `modbus-*`.
 */

/** The name of a profile. `sunspec`: none, as such a device is read by SunSpec or not at all; `generico`: the record names the registers. */
export const profileKey = /^[a-z0-9][a-z0-9-]{1,39}$/;
export const ProfileKey = v.pipe(v.string(), v.regex(profileKey));
export const profilo = v.optional(ProfileKey, 'sunspec');

/** Kinds of devices whose measured registers a profile names. */
export const measuredKinds = ['inverters', 'contatori', 'sensori', 'box-stringhe'] as const;
/** Kinds of devices that may have a profile: that of a module says its outputs. */
export const profiledKinds = [
  ...measuredKinds,
  'moduli-io',
  'trackers',
  'protezioni-interfaccia',
  'cci',
] as const;
export type ProfiledKind = (typeof profiledKinds)[number];

/** False until a person has compared the values with those that the device shows: no profile was tried on every device. */
export const profilo_provato = v.optional(v.boolean(), false);

/** A number in the registers of a device, and how it is scaled. */
const register = {
  /** Protocol address; it counts from 0. */
  registro: v.optional(wholeRange(0, 65_535), 0),
  /** `m10k`: four decimal digits in each register; `bcd`: four of them in half bytes. */
  dato: v.optional(
    v.picklist([
      'u16',
      'i16',
      'u32',
      'i32',
      'f32',
      'u64',
      'i64',
      'f64',
      'bcd16',
      'bcd32',
      'm10k32',
      'm10k48',
      'm10k64',
    ]),
    'u16',
  ),
  /** Power of ten that the number is multiplied with. */
  scala: v.optional(wholeRange(-6, 6), 0),
} as const;

export const scaledRegister = {
  ...register,
  /** A register (i16) with a power of ten that the number is multiplied with as well. */
  scala_da: v.optional(v.nullable(wholeRange(0, 65_535)), null),
} as const;

/** The function that reads registers: 3 holding registers, 4 input registers. */
const lettura = v.optional(v.picklist([3, 4]), 3);

/** Points that a `generico` meter may have. */
export const meterPoints = [
  'p',
  'qac',
  's',
  'e_imm',
  'e_prel',
  'er1',
  'er2',
  'er3',
  'er4',
  'f',
  'ua',
  'ub',
  'uc',
  'uab',
  'ubc',
  'uca',
  'ia',
  'ib',
  'ic',
] as const;

/**
 * The registers of a `generico` meter, each with what it measures: kW, kvar, kVA, kWh, kvarh, V, A and Hz. Powers are positive where the
 * plant imports, as most meters count; `segno_p` and `segno_q` turn them. Quadrants of reactive energy are those of `points`: the first
 * with export.
 */
export const meterRegisters = {
  profilo,
  profilo_provato,
  lettura,
  registri: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          grandezza: v.picklist(meterPoints),
          ...scaledRegister,
        }),
      ),
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
  profilo,
  profilo_provato,
  lettura,
  ...register,
} as const;
