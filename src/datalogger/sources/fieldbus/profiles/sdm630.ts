import type { Point, WrittenProfile } from './profile';

const at = (at: number, further: Partial<Point> = {}) => ({ at, type: 'f32' as const, ...further });

/**
 * Eastron SDM630 and the meters that took over its table: floating-point numbers from input register 0. It counts from the consumer: what is
 * imported is positive. The ratio of its transformers is set in the meter, its values are those of the primary side.
 */
export const sdm630: WrittenProfile = {
  key: 'sdm630',
  kind: 'contatori',
  sources: [
    'Eastron "SDM630-Modbus V2 Protocol", input registers 30001 to 30205 (addresses 0000 to 00CC), as quoted by public drivers',
    'github.com/merlokk/SmartHome, lib/eastron.h (commit 151bebd)',
  ],
  fc: 4,
  documentOffset: 0,
  order: 'ABCD',
  main: [
    { from: 0x00, count: 0x4c },
    { from: 0xc8, count: 6 },
  ],
  slow: [],
  points: {
    ua: at(0x00),
    ub: at(0x02),
    uc: at(0x04),
    ia: at(0x06),
    ib: at(0x08),
    ic: at(0x0a),
    p: at(0x34, { times: -1, per: 1000 }),
    s: at(0x38, { per: 1000 }),
    qac: at(0x3c, { times: -1, per: 1000 }),
    f: at(0x46, { least: 40, most: 70 }),
    e_prel: at(0x48),
    e_imm: at(0x4a),
    uab: at(0xc8),
    ubc: at(0xca),
    uca: at(0xcc),
  },
  inputs: null,
  states: null,
  identity: null,
};
