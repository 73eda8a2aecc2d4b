import type { Configuration } from '../../../contract/config/kinds';
import type { PlantCommand } from '../../plant/source';
import type { LiveState } from './live-state';
import type { Wiring } from './wiring';

/** Finds the simulated device (its number from 1) that obeys for an enabled record; null if absent. */
export interface Reach {
  trackerOf(id: number): number | null;
  protectionOf(id: number): number | null;
}

export function reachOf(configuration: Configuration, wiring: Wiring): Reach {
  const deviceOf = (kind: 'trackers' | 'protezioni-interfaccia', id: number) => {
    const record = configuration[kind].find(one => one.id === id);
    return record?.abilitato ? wiring.deviceOf(kind, record) : null;
  };
  return {
    trackerOf: id => deviceOf('trackers', id),
    protectionOf: id => deviceOf('protezioni-interfaccia', id),
  };
}

/** Carries out a command at `t`; false when the device refuses it. */
export function carryOut(live: LiveState, command: PlantCommand, t: number, reach: Reach): boolean {
  const { controller, protections, model } = live;
  switch (command.kind) {
    case 'limit-power':
      return controller.order({ percent: command.percent }, t);
    case 'schedule-limit':
      return controller.schedule(command.percent);
    case 'outside-limit':
      controller.limitFromOutside(command.source, command.percent);
      return true;
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
    case 'switch-output':
      return false;
  }
}
