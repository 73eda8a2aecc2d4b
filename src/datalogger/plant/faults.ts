import type { Group } from '../../contract/points';

/** What can go wrong. Devices by id; percentages are shares of the healthy value unless said otherwise. */
export type Fault =
  | { readonly kind: 'inverter-trip'; readonly inverter: number; readonly cause: 'isolation' | 'ground' }
  | { readonly kind: 'inverter-silent'; readonly inverter: number }
  /** Limited to `percent` of the rated power by its own heat. */
  | { readonly kind: 'inverter-derating'; readonly inverter: number; readonly percent: number }
  | { readonly kind: 'string-open'; readonly string: number }
  /** `percent` of the current is missing. */
  | { readonly kind: 'string-drift'; readonly string: number; readonly percent: number }
  /** `percent` of the light is missing on all strings of a box. */
  | { readonly kind: 'soiled-group'; readonly box: number; readonly percent: number }
  /** Reads `percent` too much (or too little, negative). */
  | { readonly kind: 'sensor-drift'; readonly sensor: number; readonly percent: number }
  | { readonly kind: 'sensor-silent'; readonly sensor: number }
  | { readonly kind: 'tracker-stuck'; readonly tracker: number }
  /** `percent` of the nominal voltage is left. */
  | { readonly kind: 'grid-dip'; readonly percent: number }
  | { readonly kind: 'grid-swell'; readonly percent: number }
  | { readonly kind: 'grid-frequency'; readonly hertz: number }
  | { readonly kind: 'grid-outage' }
  /** Residual voltage, `percent` of the nominal. */
  | { readonly kind: 'grid-earth'; readonly percent: number }
  | { readonly kind: 'ddi-open' }
  /** The distribution operator opens the interface switch. */
  | { readonly kind: 'remote-trip' }
  /** The protections judge the frequency in the restrictive window: local command, or no external signal. */
  | { readonly kind: 'spi-local' }
  | { readonly kind: 'spi-signal-lost' }
  /** The distribution operator allows `percent` of the plant's rated power. */
  | { readonly kind: 'dso-limit'; readonly percent: number }
  /** No device answers the datalogger. */
  | { readonly kind: 'plant-silent' }
  | { readonly kind: 'ups-mains-lost' }
  | { readonly kind: 'ups-battery-low' }
  /** The datalogger's own processor. */
  | { readonly kind: 'cpu-hot'; readonly celsius: number }
  | OverrideFault;

/** What the polls of one device say instead of what the model makes of it: everything the model cannot do by itself. */
export type OverrideFault =
  | ({ readonly kind: 'override'; readonly point: string; readonly value: number | null } & Polled)
  | ({ readonly kind: 'override-state'; readonly state: number } & Polled)
  /** OPC quality. */
  | ({ readonly kind: 'override-quality'; readonly quality: number } & Polled)
  | ({ readonly kind: 'override-silent' } & Polled);

interface Polled {
  readonly group: Group;
  readonly id: number;
}

/** A fault and its time, epoch seconds; `to` may be infinite. */
export interface TimedFault {
  readonly fault: Fault;
  readonly from: number;
  readonly to: number;
}
