import type { Fault } from '../../../contract/faults';
import { hasPoint } from '../../../contract/faults';
import type { Plant } from '../../plant/processing/plant';
import type { Simulation } from '../../plant/source';
import { changesBetween, type Recorder } from '../../storage/config/audit';
import { type Handlers, notFound, ProblemError } from '../http/handler';

type FaultKey = Extract<keyof Handlers, `${string} simulazione/guasti`>;

interface Deps {
  readonly plant: Pick<Plant, 'simulation' | 'counts'>;
  readonly record: Recorder;
  /** Brings the plant up to now, so that a fault begins when it is injected, not at the time of the last snapshot. */
  readonly bringUpToDate: () => void;
}

/** Faults on demand, for demonstrations. A real plant has no such endpoint. */
export function faultHandlers({ plant, record, bringUpToDate }: Deps): Pick<Handlers, FaultKey> {
  const switches = (): Simulation => {
    if (!plant.simulation) throw notFound();
    bringUpToDate();
    return plant.simulation;
  };
  return {
    'POST simulazione/guasti': ({ body: { guasto, secondi }, caller }) => {
      const faults = switches();
      refuseUnknown(guasto, plant.counts());
      faults.inject(guasto, secondi);
      const changes = changesBetween({}, { ...guasto, ...(secondi === undefined ? {} : { secondi }) });
      record(caller, 'simulation.inject', 'simulazione/guasti', { changes });
    },
    'DELETE simulazione/guasti': ({ caller }) => {
      switches().clearFaults();
      record(caller, 'simulation.clear', 'simulazione/guasti');
    },
  };
}

/** The device of a fault: its group and id. */
function deviceOf(fault: Fault): readonly [group: string, id: number] | null {
  if ('group' in fault) return [fault.group, fault.id];
  if ('inverter' in fault) return ['inverter', fault.inverter];
  if ('string' in fault) return ['stringhe', fault.string];
  if ('tracker' in fault) return ['tracker', fault.tracker];
  return 'sensor' in fault ? ['sensori', fault.sensor] : null;
}

function refuseUnknown(fault: Fault, counts: Readonly<Record<string, number>>): void {
  const [group, id] = deviceOf(fault) ?? ['', 0];
  const count = group === 'impianto' ? 1 : (counts[group] ?? 0);
  if (id > count) {
    throw new ProblemError(422, 'not_allowed', `There is no ${group} ${id}.`, { campo: 'guasto' });
  }
  if (fault.kind === 'override' && !hasPoint(fault.group, fault.point)) {
    throw new ProblemError(422, 'not_allowed', `There is no point ${fault.point}.`, {
      campo: 'guasto.point',
    });
  }
}
