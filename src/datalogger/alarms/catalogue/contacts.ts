import { inputKinds } from '../../../contract/codes';
import { signalSettings } from '../configured';
import { type Condition, whenever } from '../entry';
import type { Facts } from '../facts';

type InputKind = (typeof inputKinds)[number];

/** About the digital inputs of these kinds: whether one says so. */
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

/** Whether any input of a kind says so; null when none is heard. */
export function anyContact(facts: Facts, kind: InputKind): boolean | null {
  const code = inputKinds.indexOf(kind);
  const { values } = facts.rows('di');
  const heard = (values.v ?? []).filter(
    (_, index) => values.tipo?.[index] === code && facts.isHeard('di', index),
  );
  return heard.length > 0 ? heard.includes(1) : null;
}
