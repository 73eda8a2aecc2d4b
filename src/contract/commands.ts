import * as v from 'valibot';
import type { Endpoint } from './endpoint';

/*
 * Commands in two steps: a selection says what would change and gives a confirmation that is good once and for 30 s; only the
 * confirmation acts. Whether it was obeyed is seen in the measured state, never in the answer.
 * `cci.1` of a real plant without a central controller is the datalogger, while it commands the inverters (`bus/comandi`): there all
 * powers are those of the inverters that it commands, and % are of their rated power.
 */

/** s that a selection waits for its confirmation. */
export const selectionS = 30;
/** A power factor nearer to 0 than this is no set-point (CEI 0-16). Negative is inductive. */
export const leastPowerFactor = 0.9;

export const CommandAction = v.picklist([
  /** `cci.1`, at the point of delivery: limit of the active power in % of the greatest apparent power (`cci.smax`). */
  'limite_p',
  /** `cci.1`, at the point of delivery: reactive power in % of the greatest apparent power, capacitive positive, up to `cci.qmax`. */
  'setpoint_q',
  /** `cci.1`, at the point of delivery: power factor; negative is inductive. */
  'setpoint_cosfi',
  /** `cci.1`: back to its own regulation; trackers: back to following the sun. */
  'automatico',
  /** `tracker` (all of them), `tracker.2` (a group), `tracker.2.14` (one of it): to the stow angle, to that for cleaning. */
  'riposo',
  'pulizia',
  /** `spi.1`: the trip counter. */
  'azzera_contatori',
  /** `di.3`, the digital signal of an output of a module: 1 switches it on, 0 off. Done is what was read back. */
  'uscita',
]);
export type CommandAction = v.InferOutput<typeof CommandAction>;

export const CommandSelection = v.strictObject({
  oggetto: v.pipe(
    v.string(),
    v.regex(/^((cci|spi)(\.[1-9]\d{0,4})?|di\.[1-9]\d{0,4}|tracker(\.[1-9]\d{0,4}){0,2})$/),
  ),
  azione: CommandAction,
  /** For the actions that set something. */
  valore: v.optional(v.number()),
});
export type CommandSelection = v.InferOutput<typeof CommandSelection>;

const Value = v.nullable(v.number());

export const SelectedCommand = v.strictObject({
  id: v.string(),
  /** Epoch seconds of the datalogger's clock. */
  scade: v.number(),
  /**
   * The present and the new value; null for commands without a number. The new value of a limit or a set-point is what is asked; that of
   * `automatico` is the limit that stays in force because the distribution operator has set it, 100 without one.
   */
  vecchio: Value,
  nuovo: Value,
  effetto: v.strictObject({
    /** kW that the plant may give at most afterwards, the limits that prevail included; null where the command does not limit it. */
    potenza: Value,
    /** How many devices the command is for. */
    dispositivi: v.number(),
  }),
  /** It moves or limits the whole plant: its confirmation has to say that this is known. */
  tutto_impianto: v.boolean(),
});
export type SelectedCommand = v.InferOutput<typeof SelectedCommand>;

/** The devices that take commands. */
export const commandGroups = ['cci', 'spi', 'tracker', 'di'] as const;

export const GivenCommand = v.strictObject({
  id: v.number(),
  /** Epoch seconds of the plant's clock. */
  t: v.number(),
  /** Empty for the distribution operator, whose commands come by the controller's own line. */
  utente: v.string(),
  oggetto: v.string(),
  azione: CommandAction,
  vecchio: Value,
  nuovo: Value,
  /** Whether the device has accepted it. Whether it obeyed is seen in its values. */
  esito: v.picklist(['ok', 'refused']),
  /**
   * Of a limit or a set-point: `applicato` is what the devices hold of it, in its unit, as they were read back; `seguito` is the word of the
   * meter at the point of delivery: how many seconds it took until it proved it. Null while they do not and it does not, where another
   * command came before, for other actions; and again when the meter shows something else for longer than 60 s. Without a meter
   * `seguito` stays null.
   */
  applicato: Value,
  seguito: Value,
});
export type GivenCommand = v.InferOutput<typeof GivenCommand>;

export const commandEndpoints = {
  /** The last commands that a kind of device was given, newest first; 403 for a kind that the caller's role does not see. */
  'GET comandi': {
    may: 'session',
    query: v.strictObject({
      gruppo: v.picklist(commandGroups),
      /** How many at most, 20 where it is left out; the register keeps 10,000. */
      quanti: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/))),
    }),
    reply: v.array(GivenCommand),
    cache: 'etag',
  },
  /**
   * 409 `in_use` (with `da`, who) while somebody else has selected the same object, or while the signal of that name locks an output, `device_silent` when it does not answer; 422
   * for what the object cannot do, 403 for a kind that the caller's role does not see.
   */
  'POST comandi': { may: 'who-commands', body: CommandSelection, reply: SelectedCommand },
  /**
   * 404 for what was not selected by this session or is used up, 410 when too late, 409 `too_soon` when the device refuses, `device_silent`
   * where it does not answer, or an output is not read back as asked; 422
   * `required` for a command on the whole plant without `tutto_impianto`.
   */
  'POST comandi/:id/conferma': {
    may: 'who-commands',
    body: v.strictObject({ tutto_impianto: v.optional(v.boolean()) }),
  },
} as const satisfies Record<string, Endpoint>;
