import { doublePoint } from '../../../../contract/codes';
import { powerFactor } from '../../../plant/processing/inverters';
import type { LiveState } from '../live-state';
import type { Controller } from '../physics/controller';
import { type GridState, sequences } from '../physics/grid';
import type { Flows } from '../physics/meters';
import type { Protection } from '../physics/protection';
import { noise } from '../physics/random';
import { streams } from '../physics/streams';
import type { DeviceValues, Polled } from './device-values';

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

export const protectionSays: DeviceValues<'spi', ProtectionReading, ProtectionContext> = (
  { protection },
  { grid, gridVoltage, frequencyChange, main, isRemoteTrip, isLocal, isSignalLost },
) => {
  const { positive, negative } = sequences(grid);
  return {
    uab: grid.ab * gridVoltage,
    ubc: grid.bc * gridVoltage,
    uca: grid.ca * gridVoltage,
    u10: 100 * protection.meanVoltage,
    v0: 100 * grid.residual,
    vd: 100 * positive,
    vi: 100 * negative,
    f: grid.frequency,
    dfdt: frequencyChange,
    avviate: protection.started,
    intervento: protection.tripped,
    valore_scatto: protection.tripValue,
    resta: protection.leftS,
    scatti: protection.trips,
    ddi: protection.ddi,
    dg: main,
    ddg: protection.isConnected ? doublePoint.closed : doublePoint.open,
    telescatto: Number(isRemoteTrip),
    locale: Number(isLocal && protection.hasLocalCommand),
    esterno: Number(isSignalLost),
    finestra: Number(protection.isNarrow),
    link: Number(!isSignalLost),
  };
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

export const controllerSays: DeviceValues<'cci', ControllerReading, ControllerContext> = (
  { controller },
  { flows, reactive, grid, gridVoltage, askedPercent, clockOffset },
) => ({
  p: flows.exchange,
  qac: reactive,
  u: ((grid.ab + grid.bc + grid.ca) / 3) * (gridVoltage / 1000),
  plim: controller.limitPercent,
  psp: controller.setPercent,
  qsp: askedPercent,
  fsp: controller.askedFactor,
  cosphi: Math.hypot(flows.exchange, reactive) > 1 ? powerFactor(flows.exchange, reactive) : null,
  funzione: controller.activeFunction,
  funzioneq: controller.reactiveFunction,
  link_a: Number(controller.isHeard),
  link_b: 1,
  gps: 1,
  scarto: clockOffset,
});

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
    id,
    name,
    state: controller.state,
    isSilent: false,
    controller,
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
