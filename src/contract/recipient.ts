import * as v from 'valibot';
import { Lingua } from './account';
import { EmailAddress } from './text';

/** Who gets an e-mail, and in which language. */
export const Recipient = v.strictObject({ email: EmailAddress, lingua: Lingua });
export type Recipient = v.InferOutput<typeof Recipient>;
