import * as v from 'valibot';
import { profiledKinds } from '../../../../contract/config/profiles';
import { Commands, faultsOfCommands } from './commands';
import { faultsOfInstances, Instances } from './instances';
import { numberTypes, orders, sizeOf } from './numbers';
import { faultsOfOutputs, Outputs } from './outputs';
import { allStateNames, faultsOfStates, groupPoints } from './points-of-kind';
import { faultsOfReports, Line, Report } from './reports';

/*
 * A profile says what the registers of a device mean, as data: a JSON document of the schema below. It has no expressions, so that it is
 * checked as a whole before anything is read by it. It writes what its commands name, and nothing else.
 */

const Address = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_536));
/** One request takes no more. */
export const mostRegisters = 125;

/** Where in the source a fact stands: a page or a section. */
const Page = v.exactOptional(v.pipe(v.string(), v.maxLength(40)));

/** One code, or a range of codes: `770`, `768-799`. */
const codePattern = /^(\d{1,10})(?:-(\d{1,10}))?$/;
const Code = v.pipe(v.string(), v.regex(codePattern));

const pointFields = {
  /** As the maker's document counts (`documentOffset`). */
  at: Address,
  type: v.picklist(numberTypes),
  /** The order of this number, where it is another than the profile's. */
  order: v.exactOptional(v.picklist(orders)),
  page: Page,
} as const;

const Point = v.strictObject({
  ...pointFields,
  /** The raw number is multiplied with `times` and divided by `per`, to be in our unit and with our sign. */
  times: v.optional(v.pipe(v.number(), v.minValue(-1e9), v.maxValue(1e9)), 1),
  per: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(1e9)), 1),
  /** A register with the power of ten that the raw number is multiplied with besides, or divided by: -10 to 10. */
  scale: v.exactOptional(
    v.strictObject({
      at: Address,
      type: v.picklist(['i16', 'u16']),
      divides: v.optional(v.boolean(), false),
    }),
  ),
  /** The bits of the raw number that count: the lowest, and how many. */
  bits: v.exactOptional(
    v.strictObject({
      from: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(31)),
      count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(32)),
    }),
  ),
  /** Raw numbers that mean "not there". Left out: the usual ones of the type. */
  absent: v.exactOptional(v.pipe(v.array(v.number()), v.maxLength(8))),
  /** Of a code: the device's numbers and ours (`src/contract/codes.ts`); another number is absent. */
  codes: v.exactOptional(v.record(Code, v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535)))),
  /** Limits beyond which a value is absent. */
  least: v.exactOptional(v.number()),
  most: v.exactOptional(v.number()),
});
export type Point = v.InferOutput<typeof Point>;

const Text = v.strictObject({
  at: Address,
  size: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(32)),
});

const Block = v.strictObject({
  from: Address,
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostRegisters)),
});
type Block = v.InferOutput<typeof Block>;

const Points = v.record(v.pipe(v.string(), v.maxLength(20)), Point);

/** The inputs of a device from number `first` on: each has the points of the first one, `step` registers further; `most` are described. */
const InputRow = v.strictObject({
  first: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(64)), 1),
  step: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostRegisters)),
  most: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(64)),
  points: Points,
});
export type InputRow = v.InferOutput<typeof InputRow>;

const Bit = v.pipe(v.string(), v.regex(/^\d{1,2}$/));

const alarmFields = {
  ...pointFields,
  /** A register, and the codes with which alarms hold at all: with others what was reported last may still stand there. */
  while: v.exactOptional(
    v.strictObject({ ...pointFields, codes: v.pipe(v.array(Code), v.minLength(1), v.maxLength(16)) }),
  ),
} as const;

/** A register of alarms: each of its bits reports by itself, or its number is a code. */
const Alarms = v.variant('as', [
  v.strictObject({ ...alarmFields, as: v.literal('bits'), reports: v.record(Bit, Report) }),
  v.strictObject({ ...alarmFields, as: v.literal('code'), reports: v.record(Code, Report) }),
]);
export type Alarms = v.InferOutput<typeof Alarms>;

/** What registers of a device hold that other devices seldom have there: one of these numbers, or a text that begins so. */
const Mark = v.union([
  v.strictObject({ ...pointFields, is: v.pipe(v.array(v.number()), v.minLength(1), v.maxLength(64)) }),
  v.strictObject({ ...Text.entries, starts: v.pipe(v.string(), v.minLength(3), v.maxLength(64)) }),
]);
export type Mark = v.InferOutput<typeof Mark>;

/** A published document, and where in it the registers are. */
const Source = v.strictObject({
  document: Line,
  version: v.pipe(v.string(), v.maxLength(80)),
  pages: v.pipe(v.string(), v.maxLength(120)),
});

export const ProfileFile = v.strictObject({
  format: v.literal(1),
  /** Its name in a record (`profilo`). */
  key: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{1,39}$/)),
  maker: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  series: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
  kind: v.picklist(profiledKinds),
  /** Where its registers are published. */
  sources: v.pipe(v.array(Source), v.minLength(1), v.maxLength(8)),
  /** Whether somebody has compared its values with those of a real device. */
  tried: v.boolean(),
  /** What it does not read, or needs of the device. */
  note: v.exactOptional(v.pipe(v.string(), v.maxLength(500))),
  /** The function that reads: 3 holding registers, 4 input registers. */
  fc: v.picklist([3, 4]),
  /** 1 where the document counts registers from 1. */
  documentOffset: v.picklist([0, 1]),
  order: v.picklist(orders),
  /** Main registers, read as often as the record says: without them the device is offline. Empty if the inputs serve as main. */
  main: v.pipe(v.array(Block), v.maxLength(16)),
  /** Read once a minute. */
  slow: v.pipe(v.array(Block), v.maxLength(16)),
  /** By the names of our points; of a sensor station by the kinds of our sensors. */
  points: Points,
  inputs: v.pipe(v.array(InputRow), v.maxLength(16)),
  /** Codes of the device and the states that they mean; others are unknown. Null for kinds without. */
  states: v.nullable(
    v.strictObject({
      at: Address,
      type: v.optional(v.picklist(['u16', 'u32']), 'u16'),
      codes: v.record(Code, v.picklist(allStateNames)),
    }),
  ),
  alarms: v.optional(v.pipe(v.array(Alarms), v.maxLength(32)), []),
  identity: v.nullable(v.strictObject({ model: v.nullable(Text), serial: v.nullable(Text) })),
  /** By what a search recognises it: all of them. */
  marks: v.exactOptional(v.pipe(v.array(Mark), v.minLength(1), v.maxLength(4))),
  /** What is written to the device when the datalogger commands inverters; left out: nothing. */
  commands: v.exactOptional(Commands),
  /** Where one unit has several such devices side by side; `istanza` of a record counts them from 1. */
  instances: v.exactOptional(Instances),
  /** The outputs of a module, which has nothing else. */
  outputs: v.exactOptional(Outputs),
});
export type Profile = v.InferOutput<typeof ProfileFile>;

/** What is wrong with a profile, and where: the names and numbers that lead there. */
export interface ProfileFault {
  readonly path: readonly (string | number)[];
  readonly reason: string;
}

/** What is read where: a place of registers in the document's counting. */
type Place = Pick<Point, 'at' | 'type'>;

/** Whether the registers of a point are in a block. */
export const isWithin = ({ at, type }: Place, { from, count }: Block) =>
  at >= from && at + sizeOf[type] <= from + count;

/** What a schema can not say of a profile: that everything is read, and nothing outside of it. */
export function faultsOf(profile: Profile): ProfileFault[] {
  const { kind, commands, documentOffset } = profile;
  const isOther = commands !== undefined && kind !== 'inverters';
  return [
    ...faultsOfBlocks(profile),
    ...faultsOfPoints(profile),
    ...faultsOfInputs(profile),
    ...(isOther ? [{ path: ['commands'], reason: 'only inverters are commanded' }] : []),
    ...faultsOfCommands(commands, documentOffset),
    ...faultsOfOutputs(profile),
    ...faultsOfStates(profile),
    ...faultsOfReports(profile),
    ...faultsOfInstances(profile),
    ...faultsOfMarks(profile),
  ];
}

function faultsOfBlocks({ main, slow, documentOffset, inputs, outputs }: Profile): ProfileFault[] {
  const blocks = [
    ...main.map((block, index) => ({ block, path: ['main', index] })),
    ...slow.map((block, index) => ({ block, path: ['slow', index] })),
  ];
  const nothing = main.length === 0 && inputs.length === 0 && !outputs;
  return [
    ...(nothing ? [{ path: ['main'], reason: 'nothing is read' }] : []),
    ...blocks.flatMap(({ block: { from, count }, path }) =>
      from < documentOffset || from - documentOffset + count > 65_536
        ? [{ path, reason: `no registers ${from} to ${from + count - 1}` }]
        : [],
    ),
  ];
}

/** How many registers a mark takes. */
export const sizeOfMark = (mark: Mark) => ('starts' in mark ? mark.size : sizeOf[mark.type]);

const faultsOfMarks = ({ marks = [], documentOffset }: Profile): ProfileFault[] =>
  marks.flatMap((mark, index) => {
    const start = mark.at - documentOffset;
    const isOutside = start < 0 || start + sizeOfMark(mark) > 65_536;
    return isOutside ? [{ path: ['marks', index], reason: `no registers at ${mark.at}` }] : [];
  });

function faultsOfPoints(profile: Profile): ProfileFault[] {
  const { kind, main, slow, points, states, alarms } = profile;
  const blocks = [...main, ...slow];
  const known: readonly string[] = groupPoints[kind].device;
  const isRead = (place: Place) => blocks.some(block => isWithin(place, block));
  const ofPoints = Object.entries(points).flatMap(([name, point]) => {
    const path = ['points', name];
    if (!known.includes(name)) return [{ path, reason: `${name} is no point of its kind` }];
    const { bits, scale, type, codes } = point;
    const isTooWide = bits !== undefined && bits.from + bits.count > 16 * Math.min(2, sizeOf[type]);
    return [
      ...(isRead(point) ? [] : [{ path, reason: `${name} is not read` }]),
      ...(scale && !isRead(scale) ? [{ path: [...path, 'scale'], reason: 'its scale is not read' }] : []),
      ...(isTooWide || (bits && type[0] !== 'u')
        ? [{ path: [...path, 'bits'], reason: 'no such bits' }]
        : []),
      ...(codes && scale ? [{ path: [...path, 'codes'], reason: 'a code has no scale' }] : []),
    ];
  });
  const ofAlarms = alarms.flatMap((alarm, index) => {
    const path = ['alarms', index];
    const most = 16 * Math.min(2, sizeOf[alarm.type]);
    const isUnsigned = alarm.type === 'u16' || alarm.type === 'u32';
    const isTooHigh = alarm.as === 'bits' && Object.keys(alarm.reports).some(bit => Number(bit) >= most);
    return [
      ...(isRead(alarm) ? [] : [{ path, reason: 'its alarms are not read' }]),
      ...(alarm.while && !isRead(alarm.while)
        ? [{ path: [...path, 'while'], reason: 'its condition is not read' }]
        : []),
      ...(isTooHigh || !isUnsigned ? [{ path, reason: 'no such bits' }] : []),
    ];
  });
  const isUnread = states !== null && !isRead(states);
  return [
    ...ofPoints,
    ...ofAlarms,
    ...(isUnread ? [{ path: ['states'], reason: 'its state is not read' }] : []),
  ];
}

function faultsOfInputs({ kind, inputs, documentOffset }: Profile): ProfileFault[] {
  const known: readonly string[] = groupPoints[kind].input;
  return inputs.flatMap(({ step, most, points }, index) => {
    const path = ['inputs', index];
    const places = Object.values(points);
    const [{ at: start } = { at: 0 }] = places;
    if (places.length === 0) return [{ path, reason: 'nothing is read' }];
    const isOutside = start < documentOffset || start - documentOffset + most * step > 65_536;
    return [
      ...(isOutside ? [{ path, reason: `no registers ${start} to ${start + most * step - 1}` }] : []),
      ...Object.entries(points).flatMap(([name, { at, type, scale, bits }]) => {
        const own = [...path, 'points', name];
        if (!known.includes(name)) return [{ path: own, reason: `${name} is no point of an input` }];
        if (scale || bits) return [{ path: own, reason: 'an input has neither scale nor bits' }];
        const isOther = at < start || at - start + sizeOf[type] > step;
        return isOther ? [{ path: own, reason: `${name} is of another input` }] : [];
      }),
    ];
  });
}
