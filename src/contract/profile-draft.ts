import * as v from 'valibot';
import { ordine } from './config/fields';
import { measuredKinds, ownRegisters, scaledRegister } from './config/profiles';
import { line } from './text';

const mostNamed = 64;
const Short = v.pipe(line(40), v.minLength(1));

/**
 * What a person says of registers in the register viewer: what each of them holds. Powers of a meter are positive where the plant imports;
 * of inputs the registers of the first one are named, and the others follow it at once.
 */
export const ProfileDraft = v.strictObject({
  tipo: v.picklist(measuredKinds),
  marca: Short,
  modello: Short,
  lettura: ownRegisters.lettura,
  ordine,
  registri: v.pipe(
    v.array(v.strictObject({ grandezza: Short, ...scaledRegister })),
    v.minLength(1),
    v.maxLength(mostNamed),
  ),
});
export type ProfileDraft = v.InferOutput<typeof ProfileDraft>;
