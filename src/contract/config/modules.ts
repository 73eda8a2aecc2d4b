import * as v from 'valibot';
import { wholeRange } from '../quantity';
import { onBus } from './fields';
import { profilo, profilo_provato } from './profiles';

const { istanza: _, ...place } = onBus;

/** The number of a module, and of an input of it, as digital signals name them. */
export const ModuleNumber = wholeRange(1, 64);
export const Channel = wholeRange(1, 64);

/** A module of digital inputs or outputs, where digital signals are read and switched. It is plain Modbus: SunSpec has no model for it. */
export const ModuleConfig = v.strictObject({
  ...place,
  protocollo: v.optional(v.picklist(['modbus-tcp', 'modbus-rtu', 'modbus-rtu-tcp', 'sim']), 'modbus-tcp'),
  /** Contacts change faster than measured values. */
  polling: v.optional(wholeRange(1, 300, 's'), 1),
  /** Digital signals name their module by it. */
  numero: ModuleNumber,
  /**
   * The function that reads its inputs: 1 coils, 2 discrete inputs, 3 holding registers, 4 input registers. In registers, channel 1 is bit
   * 0 of the first, channel 17 bit 0 of the second.
   */
  funzione: v.optional(v.picklist([1, 2, 3, 4]), 2),
  /** Protocol address of channel 1, or of its register; it counts from 0. */
  primo: v.optional(wholeRange(0, 65_535), 0),
  canali: v.optional(Channel, 16),
  /**
   * Its channels are the outputs that the profile describes, which says how they are read and switched. `sunspec` (none): they are read as
   * `funzione` and `primo` say, and never written.
   */
  profilo,
  profilo_provato,
});
export type ModuleConfig = v.InferOutput<typeof ModuleConfig>;

const bitsPerRegister = 16;

/** Coils, inputs or registers that hold the channels of a module. */
export const extentOf = ({ funzione, canali }: Pick<ModuleConfig, 'funzione' | 'canali'>): number =>
  funzione <= 2 ? canali : Math.ceil(canali / bitsPerRegister);
