import * as v from 'valibot';
import { OfferedLanguage } from './added-languages';
import { Capabilities } from './capabilities';
import type { Endpoint } from './endpoint';
import { isOneAlphabet, isVisible, line } from './text';

/** '0' administrator, 'cci' controller technician, any other a normal user (specification, section 6). */
export const Livello = v.picklist(['0', '1', 'cci']);
export type Livello = v.InferOutput<typeof Livello>;

export const Nome = v.pipe(line(64), v.minLength(1));
export const User = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(64),
  isVisible,
  // Beside letters and their accents only what is on every keyboard: other signs are drawn like letters.
  v.check(user => /^[\p{L}\p{M} !-~\u00B7\u2019]*$/u.test(user.normalize('NFKC'))),
  v.check(isOneAlphabet),
);
/** Accepted as typed, every character counts; no composition rules (OWASP ASVS 5.0, 6.2). */
export const Password = v.pipe(v.string(), v.minLength(8), v.maxLength(1024));

export const Credentials = v.strictObject({ user: v.string(), password: v.string() });
export const Registration = v.strictObject({
  nome: Nome,
  password: Password,
  user: User,
  livello: Livello,
  /** The set-up code, where `auth/primo_avvio` asks for one. */
  codice: v.optional(v.string()),
});
export const PasswordAgain = v.strictObject({ password: v.string() });
export const PasswordReset = v.strictObject({ user: v.string(), codice: v.string(), password: Password });

/** Ten arbitrary characters and a JWT; the client drops the ten before it sends the token or reads `exp`. */
export const TokenText = v.pipe(v.string(), v.regex(/^.{10}[\w-]+\.[\w-]+\.[\w-]+$/));
export const tokenPrefixLength = 10;

/** Payload of the JWT. `exp` and `iat` in epoch seconds of the datalogger's clock, `aud` the serial number. */
export const TokenPayload = v.object({
  exp: v.number(),
  iat: v.number(),
  sub: v.string(),
  user: v.string(),
  livello: Livello,
  /** A controller technician whom an administrator allowed commands. */
  comandi: v.optional(v.boolean()),
  nome: v.string(),
  aud: v.string(),
});
export type TokenPayload = v.InferOutput<typeof TokenPayload>;

/**
 * `necessario`: there is no account. `codice`: there have been some and they were lost, so that who registers must bring the set-up
 * code, which is on the device.
 */
export const FirstStart = v.strictObject({
  necessario: v.boolean(),
  codice: v.optional(v.boolean()),
  /** Languages that were added on the device; absent where there are none. */
  lingue: v.optional(v.array(OfferedLanguage)),
});

/** General information on the datalogger (id 1). `fuso` is the plant's IANA zone, `ora` its clock in epoch seconds. */
export const General = v.strictObject({
  id: v.literal(1),
  prodotto: v.string(),
  versione: v.string(),
  seriale: v.string(),
  fuso: v.string(),
  ora: v.number(),
  build: v.string(),
  /** Whether its readings are of no plant that is there now: simulated, or recorded. */
  simulato: v.boolean(),
  /**
   * Changes at every start of the datalogger, and whenever its clock was set: a console that sees it change fetches everything again,
   * and takes the clock's new time, even where that is earlier.
   */
  avvio: v.string(),
  /** Share of a simulated past that is written, %, while a first start still writes it; absent where it is whole. */
  storia_scritta: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99))),
  /** What the box can do; a datalogger without this list is asked for everything. */
  capacita: v.optional(Capabilities),
});
export type General = v.InferOutput<typeof General>;

/** Specification, section 3. `ac_OK` and `upsbattery_low` are the raw contacts; absent when there is no UPS. */
export const StatusRecord = v.strictObject({
  seriale: v.string(),
  data: v.string(),
  ora: v.string(),
  stato_funzionamento: v.string(),
  /** °C; null where it is not known. */
  cpu_temp: v.nullable(v.number()),
  ac_OK: v.optional(v.picklist(['0', '1'])),
  upsbattery_low: v.optional(v.picklist(['0', '1'])),
});
export type StatusRecord = v.InferOutput<typeof StatusRecord>;

export const sessionEndpoints = {
  /**
   * Creates an account and answers its id. Without a token only while no account exists: the first one is an administrator. 409 `conflict`
   * where there are as many as there may be.
   */
  'POST auth/register': {
    may: 'first-start-or-admin',
    body: Registration,
    reply: v.string(),
    asksPassword: true,
  },
  'POST auth/authenticate': { may: 'anyone', body: Credentials, reply: TokenText },
  'POST auth/logout': { may: 'session' },
  /** A fresh token for a session that is still valid ("stay signed in"). */
  /** The caller's own password once more, where an endpoint asks for it. 422 `wrong_password`. */
  'POST auth/conferma': { may: 'session', body: PasswordAgain },
  'POST auth/rinnova': { may: 'session', reply: TokenText },
  'POST auth/reset-pwd': { may: 'anyone', body: PasswordReset },
  'GET auth/primo_avvio': { may: 'anyone', reply: FirstStart },
  'GET auth/generale/:id': { may: 'session', reply: General },
  'GET auth/stato_datalogger/all': { may: 'session', reply: v.array(StatusRecord) },
} as const satisfies Record<string, Endpoint>;
