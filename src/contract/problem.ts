import * as v from 'valibot';

/**
 * The codes an error answer can carry in `codice`. The console translates by code (`problem.<code>`); `messaggio` is
 * English, for logs and for other clients.
 */
export const problemCodes = [
  'bad_request',
  'unknown_field',
  'required',
  'invalid',
  'too_short',
  'too_long',
  'too_low',
  'too_high',
  'not_allowed',
  'invisible',
  'mixed_alphabets',
  'forbidden_address',
  'session_invalid',
  'session_ended',
  'wrong_credentials',
  'account_suspended',
  'throttled',
  'forbidden',
  'host_not_allowed',
  'not_found',
  'method_not_allowed',
  'conflict',
  'in_use',
  'not_supported',
  'not_read',
  'box_failed',
  'device_silent',
  'command_expired',
  'too_soon',
  'user_taken',
  'last_admin',
  'last_source',
  'wrong_code',
  'wrong_password',
  'password_again',
  'password_common',
  'precondition_required',
  'precondition_failed',
  'too_large',
  'unsupported_type',
  'storage_full',
  'storage_unwritable',
  'internal',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

/** Every answer of 400 and above. `campo` is the path of the field in the body or query, `a.b` for nested ones. */
export const Problem = v.strictObject({
  codice: v.picklist(problemCodes),
  campo: v.optional(v.string()),
  /** With `in_use`: who has it; with `too_low` and `too_high`: least and most, where other fields decide them; of `misure/invalide`: why. */
  da: v.optional(v.string()),
  messaggio: v.string(),
});

export type Problem = v.InferOutput<typeof Problem>;
