import { inverterStates } from '../../../../contract/codes';
import type { WrittenProfile } from './profile';

const { off, starting, mppt, throttled, fault, standby } = inverterStates;

/**
 * Sungrow SG string inverters; not the hybrid ones (SH), whose registers differ. Voltages are left out: whether they are those of the lines
 * or of the phases depends on the model's output type. Of the inputs the first three, which the source has.
 */
export const sungrowSg: WrittenProfile = {
  key: 'sungrow-sg',
  kind: 'inverters',
  sources: [
    'Sungrow "Communication Protocol of PV Grid-Connected String Inverters", as published by github.com/bohdan-s/SunGather, SunGather/registers-sungrow.yaml 0.2.0 (commit 0648246)',
  ],
  fc: 4,
  documentOffset: 1,
  order: 'CDAB',
  main: [{ from: 5004, count: 35 }],
  slow: [{ from: 5071, count: 1 }],
  points: {
    etot: { at: 5004, type: 'u32' },
    tcab: { at: 5008, type: 'i16', per: 10, least: -60, most: 150 },
    /** The document says unsigned; devices give it with a sign. */
    pdc: { at: 5017, type: 'i32', per: 1000 },
    ia: { at: 5022, type: 'i16', per: 10 },
    ib: { at: 5023, type: 'i16', per: 10 },
    ic: { at: 5024, type: 'i16', per: 10 },
    pac: { at: 5031, type: 'u32', per: 1000 },
    qac: { at: 5033, type: 'i32', per: 1000 },
    /** Over some interfaces it is ten times as fine: then it is left out. */
    fac: { at: 5036, type: 'u16', per: 10, most: 100 },
    riso: { at: 5071, type: 'u16' },
  },
  inputs: {
    step: 2,
    most: 3,
    points: { u: { at: 5011, type: 'u16', per: 10 }, i: { at: 5012, type: 'u16', per: 10 } },
  },
  states: {
    at: 5038,
    codes: {
      0: mppt,
      32768: off,
      4864: off,
      5376: off,
      5120: standby,
      4608: standby,
      5632: starting,
      37120: mppt,
      33024: throttled,
      33280: throttled,
      21760: fault,
      9472: fault,
    },
  },
  identity: { maker: 'Sungrow', model: null, serial: { at: 4990, size: 10 } },
};
