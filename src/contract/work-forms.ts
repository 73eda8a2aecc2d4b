import * as v from 'valibot';
import { lossCauses } from './loss-causes';
import { range } from './quantity';
import { line, lines } from './text';
import { mostAlarms, mostSteps, workStates } from './work-limits';

/* What people write of a work order, apart from the endpoints, which its form does not need. */

export const WorkId = v.pipe(v.number(), v.integer(), v.minValue(1));
export const State = v.picklist(workStates);
export type WorkState = v.InferOutput<typeof State>;

export const Step = v.strictObject({ testo: v.pipe(line(200), v.minLength(1)), fatto: v.boolean() });

export const written = {
  titolo: v.pipe(line(120), v.minLength(1)),
  /** Ids of the alarms that it is about. */
  allarmi: v.optional(v.pipe(v.array(WorkId), v.maxLength(mostAlarms)), []),
  /** Id of an account; null: nobody yet. It gets an e-mail where the account has an address. */
  assegnato: v.optional(v.nullable(WorkId), null),
  /** The last day, a date of the plant's zone. */
  scadenza: v.optional(v.nullable(v.pipe(v.string(), v.isoDate())), null),
  passi: v.optional(v.pipe(v.array(Step), v.maxLength(mostSteps)), []),
  nota: v.optional(lines(2000), ''),
  /** Without value-added tax. */
  costo: v.optional(v.nullable(range(0, 1e7, '€')), null),
} as const;

/** A new order of the console: about the device of its first alarm, or about the plant. */
export const WorkPlan = v.strictObject(written);

/** `chiuso` needs `esito`, what was done. `causa` is what the alarms of the order came from. */
export const WorkChange = v.strictObject({
  ...written,
  stato: State,
  esito: v.optional(lines(2000), ''),
  causa: v.optional(v.nullable(v.picklist(lossCauses)), null),
});
export type WorkChange = v.InferOutput<typeof WorkChange>;
