import type { LiveState } from './live-state';
import type { PlantPlan } from './plan';
import type { PlantCommand } from './source';

/** Ids of the trackers of a group (from 1), or of all. */
export function trackersOf({ trackers }: PlantPlan, wanted: number | null): readonly number[] {
  return trackers.flatMap(({ id, group }) => (wanted === null || group === wanted ? [id] : []));
}

/** Does what a command says at `t`; false when the device refuses. */
export function obey(live: LiveState, command: PlantCommand, t: number): boolean {
  const { controller, protections, model } = live;
  switch (command.kind) {
    case 'limit-power':
      return controller.order({ percent: command.percent }, t);
    case 'set-reactive':
      return controller.order({ reactive: { kind: 'share', share: command.percent / 100 } }, t);
    case 'set-power-factor':
      return controller.order({ reactive: { kind: 'powerFactor', value: command.value } }, t);
    case 'controller-automatic':
      return controller.order({ percent: 100, reactive: null }, t);
    case 'trackers': {
      const { ids, order } = command;
      const orders = new Map(model.field.orders);
      for (const id of ids) order === null ? orders.delete(id) : orders.set(id, order);
      model.field.obey(orders);
      return true;
    }
    case 'reset-trips':
      protections[command.protection - 1]?.resetTrips();
      return true;
  }
}
