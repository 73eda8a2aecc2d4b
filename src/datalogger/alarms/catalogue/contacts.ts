import type { Priority } from '../../../contract/alarms';
import { inputKinds } from '../../../contract/codes';
import { signalSettings } from '../configured';
import { type Condition, whenever } from '../entry';
import type { CycleFacts } from '../facts';

export type InputKind = (typeof inputKinds)[number];

/** What a contact says that a relay or the UPS says as well is as urgent as theirs. */
const kindPriority: Partial<Record<InputKind, Priority>> = {
  interfaceOpen: 1,
  interfaceTripped: 1,
  remoteTrip: 1,
  mainOpen: 1,
  mainsLost: 1,
  upsBatteryLow: 1,
  upsMainsLost: 2,
};

/** About the digital inputs of these kinds that are configured to raise an alarm: whether one is active. */
export function isClosedContact(...kinds: readonly InputKind[]): Condition<'di'> {
  const codes = kinds.map(kind => inputKinds.indexOf(kind));
  const holds = whenever<'di'>(input => {
    const value = input.value('v');
    return value === null ? null : value === 1;
  });
  return {
    ...holds,
    concerns: input => codes.includes(input.value('tipo') ?? 0) && signalSettings(input)?.allarme !== false,
    priority: input => signalSettings(input)?.priorita ?? priorityOfKind(input.value('tipo')),
  };
}

function priorityOfKind(code: number | null): Priority | null {
  const kind = inputKinds[code ?? 0];
  return (kind && kindPriority[kind]) ?? null;
}

/** Whether any input of a kind says so; null when none is responding. */
export function anyContact(facts: CycleFacts, kind: InputKind): boolean | null {
  const code = inputKinds.indexOf(kind);
  const { values } = facts.rows('di');
  const responding = (values.v ?? []).filter(
    (_, index) => values.tipo?.[index] === code && facts.isResponding('di', index),
  );
  return responding.length > 0 ? responding.includes(1) : null;
}
