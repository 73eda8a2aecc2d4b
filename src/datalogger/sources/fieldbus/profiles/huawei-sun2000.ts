import { inverterStates } from '../../../../contract/codes';
import type { WrittenProfile } from './profile';

const { off, sleeping, starting, mppt, throttled, fault, standby } = inverterStates;

/**
 * Huawei SUN2000, asked directly. It wants a pause of 50 ms between requests and a second after connecting (`pausa`, `attesa_iniziale`).
 * Its inputs are its PV strings. States of inspections and of batteries are unknown; its events are not read.
 */
export const huaweiSun2000: WrittenProfile = {
  key: 'huawei-sun2000',
  kind: 'inverters',
  sources: [
    'Huawei "SUN2000 Modbus Interface Definitions", section 3.1 (PV n: voltage 32014 + 2n, current 32015 + 2n, n from 1 to 24), as quoted by public drivers',
    'github.com/olivergregorius/sun2000_modbus, sun2000_modbus/registers.py (commit 105ac60) and mappings.py (58f0207)',
  ],
  fc: 3,
  documentOffset: 0,
  order: 'ABCD',
  main: [{ from: 32_064, count: 26 }],
  slow: [{ from: 32_106, count: 2 }],
  points: {
    pdc: { at: 32_064, type: 'i32', per: 1000 },
    uab: { at: 32_066, type: 'u16', per: 10 },
    ubc: { at: 32_067, type: 'u16', per: 10 },
    uca: { at: 32_068, type: 'u16', per: 10 },
    ia: { at: 32_072, type: 'i32', per: 1000 },
    ib: { at: 32_074, type: 'i32', per: 1000 },
    ic: { at: 32_076, type: 'i32', per: 1000 },
    pac: { at: 32_080, type: 'i32', per: 1000 },
    qac: { at: 32_082, type: 'i32', per: 1000 },
    fac: { at: 32_085, type: 'u16', per: 100, most: 100 },
    tcab: { at: 32_087, type: 'i16', per: 10, least: -60, most: 150 },
    /** Thousandths of a megaohm. */
    riso: { at: 32_088, type: 'u16' },
    etot: { at: 32_106, type: 'u32', per: 100 },
  },
  inputs: {
    step: 2,
    most: 24,
    points: { u: { at: 32_016, type: 'i16', per: 10 }, i: { at: 32_017, type: 'i16', per: 100 } },
  },
  states: {
    at: 32_089,
    codes: {
      0: standby,
      1: standby,
      2: standby,
      3: standby,
      256: starting,
      512: mppt,
      513: throttled,
      514: throttled,
      768: fault,
      769: off,
      770: off,
      771: off,
      772: off,
      773: off,
      775: off,
      778: off,
      1025: mppt,
      1026: mppt,
      1027: mppt,
      1029: mppt,
      40960: sleeping,
    },
  },
  identity: { maker: 'Huawei', model: { at: 30_000, size: 15 }, serial: { at: 30_015, size: 10 } },
};
