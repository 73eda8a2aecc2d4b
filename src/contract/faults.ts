import * as v from 'valibot';
import type { Endpoint } from './endpoint';
import { type Group, groups, points } from './points';

/*
 * Faults that can be injected into a simulated plant, for tests and demonstrations. Devices are named by id. A percentage is a share of
 * the healthy value unless another reference is given.
 */

const id = v.pipe(v.number(), v.integer(), v.minValue(1));
const percent = v.pipe(v.number(), v.minValue(0), v.maxValue(200));
const Device = v.picklist(groups);

const simple = <K extends string>(kind: K) => v.strictObject({ kind: v.literal(kind) });
const ofPercent = <K extends string>(kind: K) => v.strictObject({ kind: v.literal(kind), percent });

/** They replace values in the answers of one device, for faults that the model cannot simulate. */
const overrides = [
  v.strictObject({
    kind: v.literal('override'),
    group: Device,
    id,
    point: v.string(),
    value: v.nullable(v.number()),
  }),
  v.strictObject({ kind: v.literal('override-state'), group: Device, id, state: v.number() }),
  /** OPC quality. */
  v.strictObject({
    kind: v.literal('override-quality'),
    group: Device,
    id,
    quality: v.picklist([0, 64, 192]),
  }),
  v.strictObject({ kind: v.literal('override-silent'), group: Device, id }),
] as const;

export const Fault = v.variant('kind', [
  v.strictObject({
    kind: v.literal('inverter-trip'),
    inverter: id,
    cause: v.picklist(['isolation', 'ground']),
  }),
  v.strictObject({ kind: v.literal('inverter-silent'), inverter: id }),
  /** Its own heat limits the inverter to `percent` of the rated power. */
  v.strictObject({ kind: v.literal('inverter-derating'), inverter: id, percent }),
  v.strictObject({ kind: v.literal('string-open'), string: id }),
  /** `percent` of the current is missing. */
  v.strictObject({ kind: v.literal('string-drift'), string: id, percent }),
  /** `percent` of the light is missing on all strings of a box. */
  v.strictObject({ kind: v.literal('soiled-group'), box: id, percent }),
  /** The sensor reads `percent` too much (negative: too little). */
  v.strictObject({
    kind: v.literal('sensor-drift'),
    sensor: id,
    percent: v.pipe(v.number(), v.minValue(-100), v.maxValue(100)),
  }),
  v.strictObject({ kind: v.literal('sensor-silent'), sensor: id }),
  v.strictObject({ kind: v.literal('tracker-stuck'), tracker: id }),
  /** `percent` of the nominal voltage is left. */
  ofPercent('grid-dip'),
  ofPercent('grid-swell'),
  v.strictObject({
    kind: v.literal('grid-frequency'),
    hertz: v.pipe(v.number(), v.minValue(45), v.maxValue(55)),
  }),
  simple('grid-outage'),
  /** `percent` of the nominal voltage is present as residual voltage. */
  ofPercent('grid-earth'),
  /** `percent` of the line voltage between the first two phases is left. */
  ofPercent('grid-unbalance'),
  simple('ddi-open'),
  /** The interface switches do not open: the backup trip opens the generator's switch. */
  simple('ddi-stuck'),
  /** The distribution operator opens the interface switch. */
  simple('remote-trip'),
  /** The protections judge the frequency by the restrictive window: local command, or no external signal. */
  simple('spi-local'),
  simple('spi-signal-lost'),
  /** The distribution operator allows `percent` of the plant's greatest apparent power, at the point of delivery. */
  ofPercent('dso-limit'),
  /** It asks for this reactive power at the point of delivery, % of the greatest apparent power, or for this power factor; negative is inductive. */
  v.strictObject({
    kind: v.literal('dso-reactive'),
    percent: v.pipe(v.number(), v.minValue(-100), v.maxValue(100)),
  }),
  v.strictObject({
    kind: v.literal('dso-power-factor'),
    factor: v.pipe(v.number(), v.minValue(-1), v.maxValue(1)),
  }),
  /** The central controller does not hear the distribution operator. */
  simple('dso-link-lost'),
  /** No device answers the datalogger. */
  simple('plant-silent'),
  simple('ups-mains-lost'),
  simple('ups-battery-low'),
  /** Temperature of the datalogger's own processor. */
  v.strictObject({ kind: v.literal('cpu-hot'), celsius: v.pipe(v.number(), v.minValue(0), v.maxValue(110)) }),
  ...overrides,
]);
export type Fault = Readonly<v.InferOutput<typeof Fault>>;
export type OverrideFault = Readonly<v.InferOutput<(typeof overrides)[number]>>;

/** Whether a group has the point. */
export function hasPoint(group: Group, point: string): boolean {
  return Object.hasOwn(points[group], point);
}

export const FaultInjection = v.strictObject({
  guasto: Fault,
  /** Duration; when left out, the fault lasts until it is cleared. */
  secondi: v.optional(v.pipe(v.number(), v.gtValue(0), v.maxValue(86_400))),
});

export const faultEndpoints = {
  /** Exists on a simulated plant only; elsewhere the answer is 404. 422 for a device that the plant does not have. */
  'POST simulazione/guasti': { may: 'admin', body: FaultInjection },
  /** Ends every injected fault. */
  'DELETE simulazione/guasti': { may: 'admin' },
} as const satisfies Record<string, Endpoint>;
