import type { LiveState } from './live-state';
import type { PlantPlan } from './plan';
import type { PlantCommand } from './source';

/** Ids of the trackers of a group (from 1), or of all. */
export function trackersOf({ trackers, facts }: PlantPlan, group: number | null): readonly number[] {
  const isIn = (id: number) => group === null || Math.ceil(id / facts.trackerGroup) === group;
  return trackers.flatMap(({ id }) => (isIn(id) ? [id] : []));
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
    case 'stow':
    case 'track': {
      const parked = new Set(model.field.parked);
      for (const id of trackersOf(model.plan, command.group))
        command.kind === 'stow' ? parked.add(id) : parked.delete(id);
      model.field.park(parked);
      return true;
    }
    case 'reset-trips':
      protections[command.protection - 1]?.resetTrips();
      return true;
  }
}
