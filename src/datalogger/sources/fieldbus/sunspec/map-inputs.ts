import { inputEvents } from '../../../plant/processing/device-events';
import type { Values } from '../../../plant/source';
import type { PointValues } from './decode';
import { meanOf, numberOf, sumOf, thousandth } from './say';

/** A DC input of an inverter that something is connected to; W, V, A. */
export interface DcInput {
  /** From 1, by its place among the inputs. */
  readonly number: number;
  readonly watt: number | null;
  readonly volt: number | null;
  readonly ampere: number | null;
  /** What it reports, as bits of the inverter's own events; null where it reports nothing. */
  readonly events: number | null;
}

/** The bits of the events of an inverter that those of 160 and 714 mean. */
export function eventsOf(block: PointValues): number | null {
  const said = ['Evt', 'DCEvt', 'DCAlrm'].flatMap(name => numberOf(block, name) ?? []);
  if (said.length === 0) return null;
  const bits = said.reduce((all, each) => all | each, 0);
  return inputEvents.reduce(
    (sum, [bit, , use]) => (typeof use === 'number' && (bits >>> bit) & 1 ? sum | (1 << use) : sum),
    0,
  );
}

/** All that an inverter and its inputs report. */
export function allEvents(own: number | null, inputs: readonly Pick<DcInput, 'events'>[]): number | null {
  const known = [own, ...inputs.map(({ events }) => events)].filter(events => events !== null);
  return known.length === 0 ? null : known.reduce((all, events) => all | events, 0);
}

/** What inverters with a battery call the modules of 160 that stand for it. */
const batteryName = /^st(dis)?cha|bat|storage/i;
/** `PrtTyp` of 714 for modules that make power. */
const photovoltaic = 0;

function inputOf(block: PointValues, index: number): DcInput[] {
  const [watt, volt, ampere] = [numberOf(block, 'DCW'), numberOf(block, 'DCV'), numberOf(block, 'DCA')];
  const isUnused = watt === null && volt === null && ampere === null;
  return isUnused ? [] : [{ number: index + 1, watt, volt, ampere, events: eventsOf(block) }];
}

/** The inputs of model 160. An input without any value is not there, nor is a battery's. */
export const inputsOf160 = (blocks: readonly PointValues[]): DcInput[] =>
  blocks.flatMap((block, index) => {
    const { IDStr } = block;
    return typeof IDStr === 'string' && batteryName.test(IDStr) ? [] : inputOf(block, index);
  });

/** The ports of model 714 that modules are connected to. */
export const inputsOf714 = (blocks: readonly PointValues[]): DcInput[] =>
  blocks.filter(block => (numberOf(block, 'PrtTyp') ?? photovoltaic) === photovoltaic).flatMap(inputOf);

const wattOf = ({ watt, volt, ampere }: Omit<DcInput, 'number' | 'events'>): number | null =>
  watt ?? (volt === null || ampere === null ? null : volt * ampere);

/** The values of an input; its power from voltage and current where it does not give it. */
export const inputSays = (input: DcInput): Values => ({
  u: input.volt,
  i: input.ampere,
  p: thousandth(wattOf(input)),
});

/** Sum and mean of the DC side: as the inverter says it, else of its inputs, else its power from voltage and current. */
export function dcOf(own: Omit<DcInput, 'number' | 'events'>, inputs: readonly DcInput[]): Values {
  const ofInputs = sumOf(inputs.map(wattOf));
  return {
    pdc: thousandth(own.watt ?? ofInputs ?? wattOf(own)),
    udc: own.volt ?? meanOf(inputs.map(({ volt }) => volt)),
    idc: own.ampere ?? sumOf(inputs.map(({ ampere }) => ampere)),
  };
}
