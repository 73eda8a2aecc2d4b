import * as v from 'valibot';
import { orders, sizeOf } from './numbers';

/*
 * How a profile's device is commanded, as data: which registers are written in which order, what stands in them, within which bounds, and
 * what they hold when the command is taken back. Nothing else is written to the device.
 */

const Address = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_536));
const commandTypes = ['u16', 'i16', 'u32', 'i32'] as const;
const Raw = v.pipe(v.number(), v.integer(), v.minValue(-(2 ** 31)), v.maxValue(2 ** 32 - 1));

const place = {
  /** As the maker's document counts (`documentOffset`). */
  at: Address,
  type: v.picklist(commandTypes),
  order: v.exactOptional(v.picklist(orders)),
  /** Where in the source it stands: a page or a section. */
  page: v.exactOptional(v.pipe(v.string(), v.maxLength(40))),
} as const;
const scaled = {
  /** The number is the raw one times `times` and divided by `per`. */
  times: v.optional(v.pipe(v.number(), v.minValue(-1e6), v.maxValue(1e6)), 1),
  per: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(1e6)), 1),
  /** Nothing beyond is written. */
  least: v.number(),
  most: v.number(),
} as const;

const Step = v.variant('write', [
  /** What is commanded, % of the rated power. */
  v.strictObject({ write: v.literal('value'), ...place, ...scaled }),
  /** What switches the command on and off. */
  v.strictObject({ write: v.literal('enable'), ...place, on: Raw, off: Raw }),
  /** After how many seconds the device goes back by itself. */
  v.strictObject({ write: v.literal('reversion'), ...place, ...scaled }),
  /** A number that stands beside it, such as a mode. */
  v.strictObject({ write: v.literal('constant'), ...place, raw: Raw }),
]);
export type Step = v.InferOutput<typeof Step>;

const Command = v.strictObject({
  /** Written in this order, also when the command is taken back. */
  steps: v.pipe(v.array(Step), v.minLength(1), v.maxLength(6)),
  /** The value with which the command is taken back. */
  rest: v.number(),
  /** The function that reads these registers back, and the one that writes them. */
  readFunction: v.optional(v.picklist([3, 4]), 3),
  writeFunction: v.optional(v.picklist([6, 16]), 16),
  /** After how many seconds without a write the device goes back, where that is fixed. */
  watchdogS: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3600))),
});
export type Command = v.InferOutput<typeof Command>;

/** Active and reactive power, each by its own steps. */
export const Commands = v.strictObject({
  active: v.exactOptional(Command),
  reactive: v.exactOptional(Command),
});
export type Commands = v.InferOutput<typeof Commands>;

/** Greatest bounds of what is commanded, %. */
const widest = { active: [0, 100], reactive: [-100, 100] } as const;

const stepsOf = ({ steps }: Command, write: Step['write']) => steps.filter(step => step.write === write);

/** The step with what is commanded: a checked command has one. */
export const valueStep = ({ steps }: Command) => steps.find(step => step.write === 'value') ?? null;

interface Fault {
  readonly path: readonly (string | number)[];
  readonly reason: string;
}

/** What a schema can not say of commands. */
export function faultsOfCommands(commands: Commands | undefined, documentOffset: number): Fault[] {
  return Object.entries(commands ?? {}).flatMap(([quantity, command]) => {
    const path = ['commands', quantity];
    const value = valueStep(command);
    const [least, most] = widest[quantity as keyof Commands];
    const many = (['value', 'enable', 'reversion'] as const).filter(
      each => stepsOf(command, each).length > 1,
    );
    const isLimited = value && value.least >= least && value.most <= most && value.least < value.most;
    const isRest = value && command.rest >= value.least && command.rest <= value.most;
    const hasBoth = command.watchdogS !== undefined && stepsOf(command, 'reversion').length > 0;
    return [
      ...(value ? [] : [{ path, reason: 'no step writes the value' }]),
      ...many.map(each => ({ path, reason: `more than one step writes ${each}` })),
      ...(value && !isLimited ? [{ path, reason: `its bounds are not within ${least} to ${most} %` }] : []),
      ...(isLimited && !isRest ? [{ path: [...path, 'rest'], reason: 'beyond its bounds' }] : []),
      ...(hasBoth ? [{ path, reason: 'either a reversion time or a watchdog' }] : []),
      ...faultsOfSteps(command, documentOffset).map(({ index, reason }) => ({
        path: [...path, 'steps', index],
        reason,
      })),
    ];
  });
}

function faultsOfSteps({ steps, writeFunction }: Command, documentOffset: number) {
  return steps.flatMap((step, index) => {
    const { at, type } = step;
    const size = sizeOf[type];
    const isOutside = at < documentOffset || at - documentOffset + size > 65_536;
    const isOver = steps.some(
      (other, place) => place < index && at < other.at + sizeOf[other.type] && other.at < at + size,
    );
    const isScaledByNothing = 'times' in step && step.times === 0;
    return [
      ...(isOutside ? [{ index, reason: `no register ${at}` }] : []),
      ...(isOver ? [{ index, reason: 'another step writes it too' }] : []),
      ...(writeFunction === 6 && size > 1 ? [{ index, reason: 'function 6 writes one register' }] : []),
      ...(isScaledByNothing ? [{ index, reason: 'times 0' }] : []),
    ];
  });
}
