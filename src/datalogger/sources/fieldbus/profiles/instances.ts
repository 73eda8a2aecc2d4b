import * as v from 'valibot';

/** Devices behind one unit, as trackers behind their controller: each has the registers of the first one, `step` further. */
export const Instances = v.strictObject({
  step: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
  most: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999)),
});

interface WithInstances {
  readonly kind: string;
  readonly documentOffset: number;
  readonly main: readonly { readonly from: number; readonly count: number }[];
  readonly slow: readonly { readonly from: number; readonly count: number }[];
  readonly inputs: readonly unknown[];
  readonly commands?: unknown;
  readonly instances?: v.InferOutput<typeof Instances>;
}

/** What a schema can not say of instances: that all of them have registers, and that nothing of the first one alone is meant. */
export function faultsOfInstances(profile: WithInstances): { path: string[]; reason: string }[] {
  const { instances, kind, commands, inputs, main, slow, documentOffset } = profile;
  if (!instances) return [];
  const path = ['instances'];
  if (kind === 'moduli-io' || commands || inputs.length > 0)
    return [{ path, reason: 'a device with outputs, commands or inputs has no instances' }];
  const shift = (instances.most - 1) * instances.step;
  const end = Math.max(0, ...[...main, ...slow].map(({ from, count }) => from - documentOffset + count));
  return end + shift > 65_536 ? [{ path, reason: `no registers up to ${end + shift - 1}` }] : [];
}
