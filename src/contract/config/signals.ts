import * as v from 'valibot';
import { Priority } from '../alarms';
import { inputKinds } from '../codes';
import { wholeRange } from '../quantity';
import { common, flag } from './fields';
import { Channel, ModuleNumber } from './modules';
import { firstBusOutput, lastOutput } from './output-numbers';

export const SignalConfig = v.strictObject({
  ...common,
  /** The `numero` of its module. */
  modulo: ModuleNumber,
  canale: Channel,
  /** What it is wired to. */
  segnale: v.optional(v.picklist(inputKinds), 'other'),
  /** Normally open or normally closed contact. */
  contatto: v.optional(v.picklist(['NA', 'NC']), 'NA'),
  filtro: v.optional(wholeRange(0, 60_000, 'ms'), 50),
  /** Whether the signal raises the alarm of what it is wired to. `priorita` is the priority of that alarm; null: the alarm's own. */
  allarme: flag(true),
  priorita: v.optional(v.nullable(Priority), null),
  /** How long the contact must be active before the signal becomes active, and at rest before the signal ends. */
  ritardo_on: v.optional(wholeRange(0, 3600, 's'), 0),
  ritardo_off: v.optional(wholeRange(0, 3600, 's'), 0),
  /** When true, the signal stays active until its alarm is acknowledged. */
  memoria: flag(false),
  /** The number of the output that this channel is, by which schedules switch it; null for an input. Its module has a profile with outputs. */
  uscita: v.optional(v.nullable(wholeRange(firstBusOutput, lastOutput)), null),
  /**
   * The digital signal that locks this output, as `module.channel`: while its contact is active, or not read, the output is not switched on,
   * and one that is on is switched off. Empty for none.
   */
  interblocco: v.optional(v.pipe(v.string(), v.maxLength(9)), ''),
});
export type SignalConfig = v.InferOutput<typeof SignalConfig>;
