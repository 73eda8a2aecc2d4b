import type { ConfigKind, RecordOf } from '../../contract/config/kinds';
import type { CycleFacts } from './facts';
import { oncePerCycle } from './once';

function recordsOf<K extends ConfigKind>(kind: K) {
  const byId = oncePerCycle(
    facts =>
      new Map(facts.inputs.configuration?.[kind].map((record): [number, RecordOf<K>] => [record.id, record])),
  );
  return ({ facts, id }: { readonly facts: CycleFacts; readonly id: number | null }) =>
    byId(facts).get(id ?? 0);
}

/** The configuration record of a device; undefined if absent. */
export const inverterSettings = recordsOf('inverters');
export const sensorSettings = recordsOf('sensori');
export const signalSettings = recordsOf('digital-signals');
export const protectionSettings = recordsOf('protezioni-interfaccia');
