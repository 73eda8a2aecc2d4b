import { inputKinds } from '../../../contract/codes';
import { signalSettings } from '../configured';
import { type Condition, whenever } from '../entry';
import type { CycleFacts } from '../facts';

export type InputKind = (typeof inputKinds)[number];

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
    priority: input => signalSettings(input)?.priorita ?? null,
  };
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
