import type { CycleFacts } from './facts';

/** Computes what is the same for all devices only once in each cycle. */
export function oncePerCycle<T>(work: (facts: CycleFacts) => T): (facts: CycleFacts) => T {
  const known = new WeakMap<CycleFacts, { readonly result: T }>();
  return facts => {
    let kept = known.get(facts);
    if (!kept) {
      kept = { result: work(facts) };
      known.set(facts, kept);
    }
    return kept.result;
  };
}
