import { doublePoint } from '../../contract/codes';
import type { LiveState } from './live-state';
import type {
  ControllerContext,
  ControllerReading,
  ProtectionContext,
  ProtectionReading,
} from './plant-rows';
import { noise } from './random';
import { streams } from './streams';
import { certificateDays, checkDays } from './upkeep';

/** What each interface protection shows now. */
export function readProtections({ protections, model }: LiveState): ProtectionReading[] {
  return protections.map((protection, index) => ({
    id: index + 1,
    name: model.plan.protections[index]?.name ?? '',
    state: protection.state,
    isSilent: false,
    protection,
  }));
}

/** What all protections see. */
export function protectionContext({ grid, frequencyChange, model }: LiveState, t: number): ProtectionContext {
  const active = model.timeline.activeAt(t);
  const has = (kind: string) => active.some(({ fault }) => fault.kind === kind);
  return {
    grid,
    gridVoltage: model.plan.facts.gridVoltage,
    frequencyChange,
    main: doublePoint.closed,
    checkDays: checkDays(t),
    isRemoteTrip: has('remote-trip'),
    isLocal: has('spi-local'),
    isSignalLost: has('spi-signal-lost'),
  };
}

/** What each central controller shows now. */
export function readControllers({ controller, model }: LiveState): ControllerReading[] {
  return model.plan.controllers.map(({ id, name }) => ({
    ...{ id, name, state: controller.state, isSilent: false, controller },
  }));
}

export function controllerContext({ model, grid, reactive }: LiveState, t: number): ControllerContext {
  const { facts, ratedKw } = model.plan;
  return {
    grid,
    gridVoltage: facts.gridVoltage,
    flows: model.flows,
    reactive: model.meters[1]?.reactive ?? 0,
    reactiveShare: reactive,
    ratedKw,
    clockOffset: 4 * noise(model.seed, streams.clockOffset, t, 600),
    certificateDays: certificateDays(t),
  };
}
