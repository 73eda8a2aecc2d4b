import { inverterStates, quality } from '../../contract/codes';
import type { Group } from '../../contract/points';
import type { DeviceRows } from '../snapshot';
import type { OverrideFault, TimedFault } from './faults';

function overridesOf(active: readonly TimedFault[], group: Group): OverrideFault[] {
  return active.flatMap(({ fault }) => ('group' in fault && fault.group === group ? [fault] : []));
}

/** Says whether a device of a group, by its id, does not answer because of a fault. */
export function unheard(active: readonly TimedFault[], group: Group): (id: number) => boolean {
  const isDown = active.some(({ fault }) => fault.kind === 'plant-silent');
  const silent = new Set(
    overridesOf(active, group).flatMap(fault => (fault.kind === 'override-silent' ? [fault.id] : [])),
  );
  return id => isDown || silent.has(id);
}

const replaced = <T>(list: readonly T[], index: number, value: T) =>
  list.map((old, at) => (at === index ? value : old));

/** The rows with the override faults applied. A device that does not answer keeps its last values. */
export function overridden(rows: DeviceRows, active: readonly TimedFault[], group: Group): DeviceRows {
  let changed = rows;
  for (const fault of overridesOf(active, group)) {
    const index = rows.id.indexOf(fault.id);
    if (rows.q[index] !== quality.bad) changed = { ...changed, ...columnsOf(changed, fault, index) };
  }
  return changed;
}

function columnsOf(rows: DeviceRows, fault: OverrideFault, index: number): Partial<DeviceRows> {
  switch (fault.kind) {
    case 'override': {
      const { point, value } = fault;
      const column = rows.values[point];
      if (!column) throw new Error(`${fault.group} has no point ${point}`);
      return { values: { ...rows.values, [point]: replaced(column, index, value) } };
    }
    case 'override-state':
      return { stato: replaced(rows.stato, index, fault.state) };
    case 'override-quality':
      return { q: replaced(rows.q, index, fault.quality) };
    case 'override-silent':
      // The plant as a whole is not polled, so its row is made silent here. Devices are made silent where they are polled.
      return fault.group === 'impianto'
        ? {
            q: replaced(rows.q, index, quality.bad),
            stato: replaced(rows.stato, index, inverterStates.commLost),
          }
        : {};
  }
}
