import * as v from 'valibot';

/*
 * The outputs of a module, as data: the coil or register of each, how it is switched, and what it holds when it is on or off. They are read
 * back where they are written: coils by function 1, registers by function 3.
 */

const Address = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_536));
const Word = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535));

export const Outputs = v.strictObject({
  /** The function that switches one output: 5 a coil, 15 a coil of devices without 5, 6 a holding register. */
  write: v.picklist([5, 6, 15]),
  /** The coil or register of the first output, as the maker's document counts; the others follow one by one. */
  at: Address,
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(64)),
  /** What the register of an output holds (function 6). */
  on: v.optional(Word, 1),
  off: v.optional(Word, 0),
});

/** The outputs of a module at protocol addresses, which count from 0. */
export interface ModuleOutputs {
  readonly write: 5 | 6 | 15;
  readonly from: number;
  readonly count: number;
  readonly on: number;
  readonly off: number;
}

interface WithOutputs {
  readonly kind: string;
  readonly documentOffset: number;
  readonly main: readonly unknown[];
  readonly slow: readonly unknown[];
  readonly alarms: readonly unknown[];
  readonly outputs?: v.InferOutput<typeof Outputs>;
}

/** The outputs of a profile; null where it has none. */
export function outputsIn(profile: WithOutputs | null): ModuleOutputs | null {
  if (!profile?.outputs) return null;
  const { write, at, count, on, off } = profile.outputs;
  return { write, from: at - profile.documentOffset, count, on, off };
}

/** What a schema can not say of outputs. */
export function faultsOfOutputs(profile: WithOutputs): { path: string[]; reason: string }[] {
  const { kind, main, slow, alarms, outputs, documentOffset } = profile;
  const isModule = kind === 'moduli-io';
  const hasOther = isModule && alarms.length === 0 && main.length + slow.length > 0;
  const unread = hasOther ? [{ path: ['main'], reason: 'of a module its outputs and alarms are read' }] : [];
  const path = ['outputs'];
  if (!outputs)
    return isModule && alarms.length === 0 ? [{ path, reason: 'a module has outputs or alarms' }] : unread;
  if (!isModule) return [{ path, reason: 'only modules have outputs' }];
  const { write, at, count, on, off } = outputs;
  const isOutside = at < documentOffset || at - documentOffset + count > 65_536;
  const isCoil = write !== 6;
  return [
    ...unread,
    ...(isOutside ? [{ path: [...path, 'at'], reason: `no ${count} outputs from ${at} on` }] : []),
    ...(on === off ? [{ path: [...path, 'off'], reason: 'on and off are the same' }] : []),
    ...(isCoil && (on !== 1 || off !== 0) ? [{ path: [...path, 'on'], reason: 'a coil is 1 or 0' }] : []),
  ];
}
