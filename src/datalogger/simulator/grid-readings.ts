import { doublePoint } from '../../contract/codes';
import { powerFactor } from '../devices/inverters';
import type { Controller } from './controller';
import type { DeviceValues, Polled } from './device-values';
import { type GridState, sequences } from './grid';
import type { LiveState } from './live-state';
import type { Flows } from './meters';
import type { Protection } from './protection';
import { noise } from './random';
import { streams } from './streams';

export interface ProtectionReading extends Polled {
  readonly protection: Protection;
}
export interface ProtectionContext {
  readonly grid: GridState;
  readonly gridVoltage: number;
  /** Hz/s */
  readonly frequencyChange: number;
  /** Main switch as a double point. */
  readonly main: number;
  /** The inputs of the protection. */
  readonly isRemoteTrip: boolean;
  readonly isLocal: boolean;
  readonly isSignalLost: boolean;
}

export const protectionSays: DeviceValues<'spi', ProtectionReading, ProtectionContext> = {
  uab: (_, { grid, gridVoltage }) => grid.ab * gridVoltage,
  ubc: (_, { grid, gridVoltage }) => grid.bc * gridVoltage,
  uca: (_, { grid, gridVoltage }) => grid.ca * gridVoltage,
  u10: ({ protection }) => 100 * protection.meanVoltage,
  v0: (_, { grid }) => 100 * grid.residual,
  vd: (_, { grid }) => 100 * sequences(grid).positive,
  vi: (_, { grid }) => 100 * sequences(grid).negative,
  f: (_, { grid }) => grid.frequency,
  dfdt: (_, { frequencyChange }) => frequencyChange,
  avviate: ({ protection }) => protection.started,
  intervento: ({ protection }) => protection.tripped,
  valore_scatto: ({ protection }) => protection.tripValue,
  resta: ({ protection }) => protection.leftS,
  scatti: ({ protection }) => protection.trips,
  ddi: ({ protection }) => protection.ddi,
  dg: (_, { main }) => main,
  ddg: ({ protection }) => (protection.isConnected ? doublePoint.closed : doublePoint.open),
  telescatto: (_, { isRemoteTrip }) => Number(isRemoteTrip),
  locale: ({ protection }, { isLocal }) => Number(isLocal && protection.hasLocalCommand),
  esterno: (_, { isSignalLost }) => Number(isSignalLost),
  finestra: ({ protection }) => Number(protection.isNarrow),
  link: (_, { isSignalLost }) => Number(!isSignalLost),
};

export interface ControllerReading extends Polled {
  readonly controller: Controller;
}
export interface ControllerContext {
  readonly grid: GridState;
  readonly gridVoltage: number;
  readonly flows: Flows;
  /** Reactive power at the point of delivery, kvar, and the requested one in % of the greatest apparent power. */
  readonly reactive: number;
  readonly askedPercent: number;
  /** Offset of its clock, ms. */
  readonly clockOffset: number;
}

export const controllerSays: DeviceValues<'cci', ControllerReading, ControllerContext> = {
  p: (_, { flows }) => flows.exchange,
  qac: (_, { reactive }) => reactive,
  u: (_, { grid, gridVoltage }) => ((grid.ab + grid.bc + grid.ca) / 3) * (gridVoltage / 1000),
  plim: ({ controller }) => controller.limitPercent,
  psp: ({ controller }) => controller.setPercent,
  qsp: (_, { askedPercent }) => askedPercent,
  fsp: ({ controller }) => controller.askedFactor,
  cosphi: (_, { flows, reactive }) =>
    Math.hypot(flows.exchange, reactive) > 1 ? powerFactor(flows.exchange, reactive) : null,
  funzione: ({ controller }) => controller.activeFunction,
  funzioneq: ({ controller }) => controller.reactiveFunction,
  link_a: ({ controller }) => Number(controller.isHeard),
  link_b: () => 1,
  gps: () => 1,
  scarto: (_, { clockOffset }) => clockOffset,
};

/** The present readings of the interface protections. */
export function readProtections({ protections, model }: LiveState): ProtectionReading[] {
  return protections.map((protection, index) => ({
    id: index + 1,
    name: model.plan.protections[index]?.name ?? '',
    state: protection.state,
    isSilent: false,
    protection,
  }));
}

/** The values that are the same for all protections. */
export function protectionContext({ grid, frequencyChange, model }: LiveState, t: number): ProtectionContext {
  const active = model.timeline.activeAt(t);
  const has = (kind: string) => active.some(({ fault }) => fault.kind === kind);
  return {
    grid,
    gridVoltage: model.plan.facts.gridVoltage,
    frequencyChange,
    main: doublePoint.closed,
    isRemoteTrip: has('remote-trip'),
    isLocal: has('spi-local'),
    isSignalLost: has('spi-signal-lost'),
  };
}

/** The present readings of the central controllers. */
export function readControllers({ controller, model }: LiveState): ControllerReading[] {
  return model.plan.controllers.map(({ id, name }) => ({
    ...{ id, name, state: controller.state, isSilent: false, controller },
  }));
}

export function controllerContext({ model, grid, askedKvar }: LiveState, t: number): ControllerContext {
  const { facts } = model.plan;
  return {
    grid,
    gridVoltage: facts.gridVoltage,
    flows: model.flows,
    reactive: model.meters[1]?.reactive ?? 0,
    askedPercent: (100 * askedKvar) / model.regulation.settings.apparentKva,
    clockOffset: 4 * noise(model.seed, streams.clockOffset, t, 600),
  };
}
