import type { LiveState } from './live-state';
import type { PlantPlan } from './plan';
import type { Setup } from './setup';
import type { PlantCommand } from './source';

/** Which devices a command reaches, by the ids of the configuration. */
export interface Reach {
  /** Ids of the trackers of a group (from 1), or of all. */
  trackersOf(group: number | null): readonly number[];
  /** Numbers of the simulated devices (from 1) that obey; null where nobody does. */
  trackerOf(id: number): number | null;
  protectionOf(id: number): number | null;
}

/** As the plant is built, where nothing is configured. */
export function plannedReach({ trackers }: PlantPlan): Reach {
  return {
    trackersOf: wanted =>
      trackers.flatMap(({ id, group }) => (wanted === null || group === wanted ? [id] : [])),
    trackerOf: id => id,
    protectionOf: id => id,
  };
}

export function configuredReach({ configuration, wiring }: Setup): Reach {
  const deviceOf = (kind: 'trackers' | 'protezioni-interfaccia', id: number) => {
    const record = configuration[kind].find(one => one.id === id);
    return record?.abilitato ? wiring.deviceOf(kind, record) : null;
  };
  return {
    trackersOf: wanted =>
      configuration.trackers.flatMap(({ id, abilitato, gruppo }) =>
        abilitato && (wanted === null || gruppo === wanted) ? [id] : [],
      ),
    trackerOf: id => deviceOf('trackers', id),
    protectionOf: id => deviceOf('protezioni-interfaccia', id),
  };
}

/** Does what a command says at `t`; false when the device refuses. */
export function obey(live: LiveState, command: PlantCommand, t: number, reach: Reach): boolean {
  const { controller, protections, model } = live;
  switch (command.kind) {
    case 'limit-power':
      return controller.order({ percent: command.percent }, t);
    case 'schedule-limit':
      return controller.schedule(command.percent);
    case 'set-reactive':
      return controller.order({ reactive: { kind: 'share', share: command.percent / 100 } }, t);
    case 'set-power-factor':
      return controller.order({ reactive: { kind: 'powerFactor', value: command.value } }, t);
    case 'controller-automatic':
      return controller.order({ percent: null, reactive: null }, t);
    case 'trackers': {
      const { ids, order } = command;
      const orders = new Map(model.field.orders);
      for (const id of ids) {
        const device = reach.trackerOf(id);
        if (device !== null) order === null ? orders.delete(device) : orders.set(device, order);
      }
      model.field.obey(orders);
      return true;
    }
    case 'reset-trips':
      protections[(reach.protectionOf(command.protection) ?? 0) - 1]?.resetTrips();
      return true;
  }
}
