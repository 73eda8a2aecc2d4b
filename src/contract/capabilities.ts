import * as v from 'valibot';

/** How a UPS is read: by its dry contacts on inputs of the box, or from a server of Network UPS Tools. */
export const UpsKind = v.picklist(['contatti', 'nut']);

/**
 * What the datalogger can change on the box that it runs on. A call that needs more answers 409 `not_supported`, and the console
 * offers no field for it.
 */
export const Capabilities = v.strictObject({
  /** Nothing of this machine is touched: actions are recorded, and count as possible below. */
  registra: v.boolean(),
  /** Address: from a DHCP server, or fixed with mask and gateway. */
  rete: v.boolean(),
  /** Name servers. */
  dns: v.boolean(),
  /** A VLAN on the network interface. */
  vlan: v.boolean(),
  /** Host name. */
  nome_host: v.boolean(),
  /** Servers that the clock follows. */
  ntp: v.boolean(),
  /** The clock, set by hand while it follows no server. */
  orologio: v.boolean(),
  /** The clock, set by its servers at once. */
  sincronizzazione: v.boolean(),
  /** The box's own time zone follows that of the plant. */
  fuso: v.boolean(),
  /** Restart of the box. */
  riavvio: v.boolean(),
  /** Restart of the router that the box reaches the outside through. */
  riavvio_router: v.boolean(),
  /** Shutdown in good order, before the battery of the UPS is empty. */
  spegnimento: v.boolean(),
  /** How many relay outputs can be switched, numbered from 1. */
  uscite: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** How many inputs of the box are read, numbered from 1. */
  ingressi: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The ways in which a UPS can be read; empty where there is no way. */
  ups: v.array(UpsKind),
  /** Battery test of the UPS. */
  prova_ups: v.boolean(),
});
export type Capabilities = v.InferOutput<typeof Capabilities>;
