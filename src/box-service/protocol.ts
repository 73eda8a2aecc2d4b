import * as v from 'valibot';

/*
 * What the datalogger may ask of the service: one request per connection, one line of JSON each way. The service checks every argument
 * itself, since the datalogger is reachable from the network and may be taken over.
 */

/** Where the service listens; made by meridiana-system.socket for the group of the datalogger. */
export const socketPath = '/run/meridiana/system.sock';

/** Bytes of a request, its line end included. */
export const longestRequest = 4096;

const ipv4 = v.pipe(v.string(), v.maxLength(15), v.ipv4());
/** A host name or address: begins with no dash, so that no program takes it for an option; no space, `%` or line end. */
const host = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/));
const wholeNumber = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

const common = {
  hostname: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/))),
  /** 0 and absent: no VLAN. */
  vlan: v.optional(wholeNumber(0, 4094)),
} as const;

export const BoxNetwork = v.variant('mode', [
  v.strictObject({ mode: v.literal('dhcp'), ...common }),
  v.strictObject({
    mode: v.literal('static'),
    address: ipv4,
    prefix: wholeNumber(8, 30),
    gateway: v.optional(ipv4),
    dns: v.optional(v.pipe(v.array(ipv4), v.maxLength(2)), []),
    ...common,
  }),
]);
export type BoxNetwork = v.InferOutput<typeof BoxNetwork>;

const output = wholeNumber(1, 8);

export const Request = v.variant('verb', [
  v.strictObject({ verb: v.literal('capabilities') }),
  /** Applies a network on trial: the old one comes back by itself unless it is confirmed. */
  v.strictObject({ verb: v.literal('network-apply'), network: BoxNetwork }),
  v.strictObject({ verb: v.literal('network-state') }),
  /** Keeps the network on trial, if it is this one. */
  v.strictObject({ verb: v.literal('network-confirm'), network: BoxNetwork }),
  v.strictObject({ verb: v.literal('network-revert') }),
  /** Servers that the clock follows; without one it follows none. */
  v.strictObject({ verb: v.literal('ntp-servers'), servers: v.pipe(v.array(host), v.maxLength(3)) }),
  v.strictObject({ verb: v.literal('clock-set'), epochS: wholeNumber(1.7e9, 4.1e9) }),
  v.strictObject({ verb: v.literal('clock-sync') }),
  v.strictObject({
    verb: v.literal('time-zone'),
    zone: v.pipe(v.string(), v.maxLength(64), v.regex(/^[A-Za-z]+(\/[A-Za-z0-9][A-Za-z0-9_+-]*){0,2}$/)),
  }),
  v.strictObject({ verb: v.literal('output-set'), output, isOn: v.boolean() }),
  /** The contacts of the UPS. */
  v.strictObject({ verb: v.literal('contacts-read') }),
  v.strictObject({ verb: v.literal('restart-router') }),
  v.strictObject({ verb: v.literal('reboot') }),
  v.strictObject({ verb: v.literal('power-off') }),
]);
export type Request = v.InferOutput<typeof Request>;
export type Verb = Request['verb'];

const BoxCapabilities = v.object({
  /** Who manages the network interface; null where the service cannot change it. */
  network: v.nullable(v.picklist(['networkd', 'network-manager'])),
  /** Whether name servers that are set are used. */
  hasDns: v.boolean(),
  hasVlan: v.boolean(),
  /** The program that sets the clock by its servers. */
  time: v.nullable(v.picklist(['timesyncd', 'chrony'])),
  /** Whether clock, time zone and host name can be set, and the box restarted and shut down. */
  hasManager: v.boolean(),
  /** State of each relay output, from number 1. */
  outputs: v.array(v.boolean()),
  hasContacts: v.boolean(),
  hasRouter: v.boolean(),
});
export type BoxCapabilities = v.InferOutput<typeof BoxCapabilities>;

const NetworkState = v.object({
  /** s until the old network comes back; null where none is on trial. */
  secondsLeft: v.nullable(v.number()),
  /** The network on trial. */
  network: v.nullable(BoxNetwork),
  /** The newest trial that is over, and its network. */
  last: v.nullable(v.object({ outcome: v.picklist(['confirmed', 'reverted']), network: BoxNetwork })),
});
export type NetworkState = v.InferOutput<typeof NetworkState>;

/** Raw levels: mains `0` present, `1` missing; battery `1` good, `0` low. */
const Contacts = v.object({ mains: v.picklist(['0', '1']), battery: v.picklist(['0', '1']) });

/** What each verb answers; verbs that are not listed answer nothing. */
export const results = {
  capabilities: BoxCapabilities,
  'network-apply': NetworkState,
  'network-state': NetworkState,
  /** Whether the network stays; false where it is not on trial any more. */
  'network-confirm': v.boolean(),
  'contacts-read': Contacts,
} as const satisfies Partial<Record<Verb, unknown>>;

/** `invalid`: no such verb or argument. `not_supported`: this box cannot do it. `failed`: a program of the box refused. */
export const Reply = v.variant('ok', [
  v.object({ ok: v.literal(true), result: v.optional(v.unknown()) }),
  v.object({
    ok: v.literal(false),
    code: v.picklist(['invalid', 'not_supported', 'failed']),
    message: v.string(),
  }),
]);
export type Reply = v.InferOutput<typeof Reply>;
