import { inverterStates } from '../../../../contract/codes';
import { inverterState } from '../../../plant/processing/sunspec-states';
import type { Values } from '../../../plant/source';
import type { PointValues } from './decode';
import { type DcInput, dcOf } from './map-inputs';
import { numberOf, thousandth } from './say';

/** What an inverter says, model by model; empty where it does not have the model, or it was not read. */
export interface InverterPoints {
  /** 101 to 103, 111 to 113. */
  readonly main: PointValues;
  readonly status: PointValues;
  readonly controls: PointValues | null;
  readonly inputs: readonly DcInput[];
}

const root3 = Math.sqrt(3);
/** Bits 0 to 15 of `Evt1`; the others are reserved. */
const eventBits = 0xffff;

/** `plimsrc` has the bits of 701 `ThrotSrc`: where each bit of 122 `StActCtl` is among them. */
const limitSources: Readonly<Record<number, number>> = {
  0: 1,
  1: 2,
  2: 3,
  3: 4,
  4: 5,
  5: 5,
  6: 6,
  7: 7,
  8: 8,
  9: 9,
  10: 10,
  12: 11,
  13: 12,
  14: 13,
};

/** The functions that limit an inverter, as bits of 701 `ThrotSrc`, from 122 `StActCtl`. */
export function limitSourceOf(active: number | null): number | null {
  if (active === null) return null;
  return Object.entries(limitSources).reduce(
    (bits, [from, to]) => ((active >>> Number(from)) & 1 ? bits | (1 << to) : bits),
    0,
  );
}

/** Asleep and off, inverters report a limit of 0 % that nobody ordered. */
const isAwake = (state: number) =>
  state === inverterStates.starting || state === inverterStates.mppt || state === inverterStates.throttled;

/** The limit in force, % of its greatest power, from 123: only where it is enabled and the inverter connected. */
function limitOf(controls: PointValues | null, state: number): number | null {
  if (controls === null || !isAwake(state)) return null;
  const [enabled, connected] = [numberOf(controls, 'WMaxLim_Ena'), numberOf(controls, 'Conn')];
  if (enabled === null) return null;
  return enabled === 1 && connected === 1 ? numberOf(controls, 'WMaxLimPct') : 100;
}

/** Line voltages; from those of the phases where only these are given. `isThreePhase`: each is √3 times the voltage of its first phase. */
export function lineVoltages(
  lines: readonly (number | null)[],
  phases: readonly (number | null)[],
  isThreePhase: boolean,
): Values {
  const [uab = null, ubc = null, uca = null] = lines.map((line, index) => {
    const phase = phases[index] ?? null;
    return line ?? (isThreePhase && phase !== null ? phase * root3 : null);
  });
  return { uab, ubc, uca };
}

/** An apparent power below the active one is a rounding of the device: none. */
export const apparentOf = (apparent: number | null, active: number | null): number | null =>
  apparent === null || apparent < Math.abs(active ?? 0) ? null : apparent;

/** State and values of an inverter with an integer or float model. Its power factor is never taken: every maker counts it differently. */
export function inverterSays(
  id: number,
  { main, status, controls, inputs }: InverterPoints,
): { state: number; values: Values } {
  const say = (name: string) => numberOf(main, name);
  const state = inverterState(103, say('St'));
  const events = say('Evt1');
  const values: Values = {
    pac: thousandth(say('W')),
    qac: thousandth(say('VAr')),
    sac: thousandth(apparentOf(say('VA'), say('W'))),
    ...lineVoltages(
      [say('PPVphAB'), say('PPVphBC'), say('PPVphCA')],
      [say('PhVphA'), say('PhVphB'), say('PhVphC')],
      id === 103 || id === 113,
    ),
    ia: say('AphA'),
    ib: say('AphB'),
    ic: say('AphC'),
    fac: say('Hz'),
    ...dcOf({ watt: say('DCW'), volt: say('DCV'), ampere: say('DCA') }, inputs),
    etot: thousandth(say('WH') ?? numberOf(status, 'ActWh')),
    tcab: say('TmpCab'),
    tsnk: say('TmpSnk'),
    riso: thousandth(numberOf(status, 'Ris')),
    plim: limitOf(controls, state),
    plimsrc: limitSourceOf(numberOf(status, 'StActCtl')),
    evt: events === null ? null : events & eventBits,
  };
  return { state, values };
}
