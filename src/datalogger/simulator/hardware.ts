import type { HardwareStatus } from '../system';
import { type LiveState, upsEnduranceS } from './live-state';
import { noise } from './random';
import { streams } from './streams';

/** Contacts and temperature of the box in the simulated cabin at `t`. */
export function hardwareOf({ model, outageSince }: LiveState, t: number): HardwareStatus {
  const active = model.timeline.activeAt(t);
  const has = (kind: string) => active.some(({ fault }) => fault.kind === kind);
  const outage = outageSince === null ? 0 : t - outageSince;
  const room = 0.5 * model.field.conditions.ambient + 13;
  const quiet = room + 24 + 1.5 * noise(model.seed, streams.cpuTemperature, t, 900);
  const temperature = active.reduce(
    (highest, { fault }) => (fault.kind === 'cpu-hot' ? Math.max(highest, fault.celsius) : highest),
    quiet,
  );
  return {
    cpuTemperature: Math.round(temperature * 10) / 10,
    acContact: outageSince !== null || has('ups-mains-lost') ? '1' : '0',
    batteryContact: outage > upsEnduranceS || has('ups-battery-low') ? '0' : '1',
  };
}
