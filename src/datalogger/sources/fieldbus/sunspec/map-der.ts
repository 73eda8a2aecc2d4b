import { inverterStates } from '../../../../contract/codes';
import { inverterState } from '../../../plant/processing/sunspec-states';
import type { Values } from '../../../plant/source';
import type { PointValues } from './decode';
import { type DcInput, dcOf } from './map-inputs';
import { apparentOf, lineVoltages } from './map-inverter';
import { numberOf, thousandth } from './say';

/** What an inverter with the models of IEEE 1547 says; empty where it does not have the model, or it was not read. */
export interface DerPoints {
  /** 701 */
  readonly main: PointValues;
  /** 122: its insulation, which 701 does not have. */
  readonly status: PointValues;
  /** 704 */
  readonly controls: PointValues | null;
  /** 714: the sums of its ports. */
  readonly dc: PointValues;
  readonly inputs: readonly DcInput[];
}

/** Bits 0 to 15 of `Alrm` are those of 103 `Evt1`; 16 is the maker's own alarm. */
const eventBits = 0x1_ffff;
const threePhases = 2;

/** The limit in force, % of its greatest power: as ordered, else what is left of the power that it holds back. */
function limitOf({ main, controls }: DerPoints, state: number): number | null {
  const { starting, mppt, throttled } = inverterStates;
  if (state !== starting && state !== mppt && state !== throttled) return null;
  const ordered =
    controls && numberOf(controls, 'WMaxLimPctEna') === 1 ? numberOf(controls, 'WMaxLimPct') : null;
  const heldBack = numberOf(main, 'ThrotPct');
  if (ordered !== null) return ordered;
  if (heldBack !== null) return 100 - heldBack;
  return controls && numberOf(controls, 'WMaxLimPctEna') === 0 ? 100 : null;
}

/** State and values of an inverter with model 701. */
export function derSays(points: DerPoints): { state: number; values: Values } {
  const { main, status, dc, inputs } = points;
  const say = (name: string) => numberOf(main, name);
  const state = inverterState(701, say('InvSt'));
  const alarms = say('Alrm');
  const values: Values = {
    pac: thousandth(say('W')),
    qac: thousandth(say('Var')),
    sac: thousandth(apparentOf(say('VA'), say('W'))),
    ...lineVoltages(
      [say('VL1L2'), say('VL2L3'), say('VL3L1')],
      [say('VL1'), say('VL2'), say('VL3')],
      say('ACType') === threePhases,
    ),
    ia: say('AL1'),
    ib: say('AL2'),
    ic: say('AL3'),
    fac: say('Hz'),
    ...dcOf({ watt: numberOf(dc, 'DCW'), volt: null, ampere: numberOf(dc, 'DCA') }, inputs),
    etot: thousandth(say('TotWhInj')),
    tcab: say('TmpCab'),
    tsnk: say('TmpSnk'),
    riso: thousandth(numberOf(status, 'Ris')),
    plim: limitOf(points, state),
    plimsrc: say('ThrotSrc'),
    evt: alarms === null ? null : alarms & eventBits,
  };
  return { state, values };
}
