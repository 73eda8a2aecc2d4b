import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ConfigKind, ConfigOf } from '../../../../../src/contract/config/kinds';
import { inverterValues } from '../../../../../src/datalogger/plant/processing/inverters';
import { meterValues } from '../../../../../src/datalogger/plant/processing/meters';
import type {
  ConfiguredRecord,
  DeviceMap,
  MappedModel,
  Registers,
} from '../../../../../src/datalogger/sources/fieldbus/device-driver';
import { sunspecDriver } from '../../../../../src/datalogger/sources/fieldbus/sunspec/driver';
import { inputsOf160 } from '../../../../../src/datalogger/sources/fieldbus/sunspec/map-inputs';
import { limitSourceOf } from '../../../../../src/datalogger/sources/fieldbus/sunspec/map-inverter';
import { rotationOf, trackerSays } from '../../../../../src/datalogger/sources/fieldbus/sunspec/map-tracker';
import { models } from '../../../../../src/datalogger/sources/fieldbus/sunspec/models';
import { newRecord } from '../../../../support/config-records';
import { captureOf, readFrom, readJobs } from '../../../../support/field-captures';

function configured<K extends ConfigKind>(kind: K, changes: Partial<ConfigOf<K>> = {}): ConfiguredRecord {
  // A generic kind and its record belong together, which the union cannot say.
  return { kind, record: { ...newRecord(kind, changes), id: 1, versione: 1 } } as unknown as ConfiguredRecord;
}

/** What a captured device says for a record. */
async function said(name: string, record: ConfiguredRecord) {
  const capture = captureOf(name);
  const read = readFrom(capture);
  const found = await sunspecDriver.identify(read, { unit: 1, base: capture.base, records: [record] });
  if (found.kind !== 'found') throw new Error(found.kind);
  const jobs = sunspecDriver.jobs(found.map, record);
  const registers = await readJobs(read, jobs);
  return { jobs, readings: sunspecDriver.decode(found.map, record, registers), map: found.map, registers };
}

describe('real devices, by hand from their registers', () => {
  test('FIMER 185 kW in full sun: 12 inputs in three reads, its power factor of -1 is not believed', async () => {
    const record = configured('inverters', { mppt: 12, pn: 185, kwp: 220, udc_max: 1500 });
    const { jobs, readings } = await said('fimer-pvs175', record);
    expect(
      jobs.map(({ name, class: kind, isMain, requests }) => [name, kind, isMain, requests.map(r => r.count)]),
    ).toEqual([
      ['103', 'fast', true, [52]],
      ['160', 'mid', false, [110, 120, 20]],
      ['122', 'slow', false, [46]],
      ['123', 'slow', false, [26]],
    ]);
    const [inverter, ...inputs] = readings;
    expect(inverter).toMatchObject({ group: 'inverter', part: 0, job: '103', state: 4 });
    expect(inverter?.values).toMatchObject({
      pac: 141.38,
      qac: 0.01,
      sac: 141.38,
      uab: 765.6,
      ubc: 764.6,
      uca: 766,
      ia: 106.7,
      ib: 106.6,
      ic: 106.8,
      fac: 49.99,
      pdc: 144.41,
      idc: 154.5,
      etot: 459_493,
      tcab: 53.5,
      tsnk: 77,
      riso: 433,
      plim: 100,
      plimsrc: 0,
      evt: 0,
    });
    // It does not report its DC voltage: the mean of its inputs.
    expect(inverter?.values.udc).toBeCloseTo(940, -1);
    expect(inputs).toHaveLength(12);
    expect(inputs[0]).toMatchObject({
      group: 'mppt',
      part: 1,
      job: '160',
      values: { u: 955.5, i: 12.8, p: 12.26 },
    });
    const sum = inputs.reduce((kw, { values }) => kw + (values.p ?? 0), 0);
    expect(sum).toBeCloseTo(144.41, -1);
    expect(inverterValues(inverter?.values ?? {}, { pn: 185, kwp: 220, mppt: 12 }, null).cosphi).toBeCloseTo(
      1,
      6,
    );
  });

  test('SMA: the limit of 0 % of a device that is not connected is ignored, DC power comes from the inputs', async () => {
    const { readings } = await said(
      'sma-sb36-2023',
      configured('inverters', { mppt: 2, pn: 3.68, kwp: 4.2 }),
    );
    expect(readings.map(({ group, part }) => [group, part])).toEqual([
      ['inverter', 0],
      ['mppt', 1],
      ['mppt', 2],
    ]);
    expect(readings[0]?.values).toMatchObject({
      pac: 1.08,
      qac: 0.1,
      sac: 1.09,
      uab: null,
      ia: 4.5,
      ib: null,
      pdc: 1.15,
      udc: 273,
      etot: 21_707.97,
      tcab: 42,
      tsnk: null,
      riso: 3000,
      plim: 100,
      plimsrc: null,
      evt: 0,
    });
    expect(readings[2]?.values).toEqual({ u: 224, i: 2.1, p: 0.48 });
  });

  test('Power-One: state 0 is unknown, line voltages follow from those of the phases, an absent power is null', async () => {
    const { readings } = await said('power-one-central', configured('inverters', { pn: 50, kwp: 55 }));
    expect(readings).toHaveLength(1);
    const values = readings[0]?.values ?? {};
    expect(readings[0]?.state).toBe(0);
    expect(values).toMatchObject({ pac: 24.229, qac: null, sac: null, tsnk: 40.45, plim: null, riso: null });
    expect(values.uab).toBeCloseTo(361.76, 2);
    expect(values.pdc).toBeCloseTo((65.87 * 387) / 1000, 6);
  });

  test('Fronius: an apparent power below the active one is ignored', async () => {
    const { readings } = await said('fronius-ig-plus', configured('inverters', { pn: 3, kwp: 3 }));
    expect(readings[0]?.values).toMatchObject({ pac: 0.037, qac: 0, sac: null, etot: 0.139 });
  });

  test('Measurlogic: what the meter imports is negative here, in powers and quadrants', async () => {
    const { jobs, readings } = await said('measurlogic-dts310', configured('contatori'));
    expect(jobs).toMatchObject([{ name: '203', isMain: true, everyS: 5, requests: [{ count: 107 }] }]);
    expect(readings).toMatchObject([{ group: 'contatori', part: 0 }]);
    expect(readings[0]?.values).toMatchObject({
      ua: 121,
      uab: 209.2,
      ia: 60,
      ib: 45.9,
      ic: 51.7,
      f: 60,
      p: -18.34,
      qac: -3.7,
      s: 18.71,
      e_imm: null,
      e_prel: 287.378,
      er1: null,
      er2: null,
      er3: 139.946,
      er4: 41.097,
    });
  });

  test('Mersen: of 30 inputs the 12 that are wired, negative voltages, the events of the box in each of them', async () => {
    const { jobs, readings } = await said(
      'mersen-hmmc6a',
      configured('box-stringhe', { ingressi: 30, inverter: 1 }),
    );
    expect(jobs[0]?.requests.map(({ count }) => count)).toEqual([125, 112, 112, 98]);
    expect(readings.map(({ part }) => part)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(readings[7]).toMatchObject({
      group: 'stringhe',
      values: { i: -0.012, u: -2.7, tbox: 28, evt: 0b1001_1000_0000 },
    });
  });

  test('CEB: a box without ratio and count of strings', async () => {
    const { readings } = await said(
      'ceb-ecostring',
      configured('box-stringhe', { ingressi: 12, inverter: 1 }),
    );
    expect(readings[0]?.values).toEqual({ i: 1.8, u: 4, tbox: 28, evt: 0 });
    expect(readings[11]?.values).toEqual({ i: 0, u: 21, tbox: 28, evt: 256 });
  });

  test.each([
    ['poa', {}, 7],
    ['ghi', {}, 0],
    ['tamb', {}, 22.5],
    ['wd', {}, 112],
    ['rh', {}, null],
    ['tmod', {}, -40],
    ['tmod', { istanza: 2 }, -40],
  ] as const)('Rainwise: %s %j is %s', async (tipo, changes, v) => {
    const { readings } = await said('rainwise-pvmet', configured('sensori', { tipo, ...changes }));
    expect(readings).toMatchObject([{ group: 'sensori', part: 0, values: { v } }]);
  });

  test('what a device does not have, is not asked', async () => {
    const { jobs, readings } = await said('rainwise-pvmet', configured('sensori', { tipo: 'incl' }));
    expect([jobs, readings]).toEqual([[], []]);
    const meter = await said('fimer-pvs175', configured('contatori'));
    expect([meter.jobs, meter.readings]).toEqual([[], []]);
    const second = await said('fimer-pvs175', configured('inverters', { istanza: 2 }));
    expect(second.jobs).toEqual([]);
  });
});

/** A map of one device with these models one after the other, and what its registers hold: by model, from its id on. */
function deviceOf(
  content: readonly (readonly [id: number, words: Readonly<Record<number, number>>, length?: number])[],
) {
  let at = 40_070;
  const words = new Map<number, number>();
  const mapped = content.map(([id, own, length = (models.get(id)?.fixed ?? 2) - 2]): MappedModel => {
    for (const [offset, word] of Object.entries(own)) words.set(at + Number(offset), word & 0xffff);
    const model = { id, from: at + 2, length, said: length };
    words.set(at, id).set(at + 1, length);
    for (let offset = 2; offset < length + 2; offset++)
      if (!words.has(at + offset)) words.set(at + offset, absentWord(id, offset));
    at += length + 2;
    return model;
  });
  const map: DeviceMap = {
    unit: 1,
    base: 40_000,
    devices: [{ nameplate: { maker: '', model: '', version: '', serial: '' }, identity: [], models: mapped }],
    isWhole: true,
  };
  const registers: Registers = {
    at: (_, from, count) => {
      const own = Array.from({ length: count }, (_, index) => words.get(from + index));
      return own.includes(undefined) ? null : Uint16Array.from(own.map(word => word ?? 0));
    },
  };
  return { map, registers };
}

/** "Not there" for the type of the point at this place. */
function absentWord(id: number, offset: number): number {
  const point = models
    .get(id)
    ?.points.find(each => each.offset <= offset && offset < each.offset + each.size);
  if (!point) return 0xffff;
  if (/^(int|sunssf)/.test(point.type)) return point.offset === offset ? 0x8000 : 0;
  return /^(acc|string)/.test(point.type) ? 0 : 0xffff;
}

const offsetOf = (id: number, name: string) =>
  models.get(id)?.points.find(point => point.name === name)?.offset ?? Number.NaN;
const wordsOf = (id: number, values: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(values).map(([name, word]) => [offsetOf(id, name), word]));

const inverter = configured('inverters', { pn: 100, kwp: 120 });
const valuesOf = (device: ReturnType<typeof deviceOf>, record = inverter) =>
  sunspecDriver.decode(device.map, record, device.registers)[0];

describe('inverters with the models of IEEE 1547', () => {
  const main = {
    ACType: 2,
    InvSt: 4,
    W: 1900,
    W_SF: 1,
    Var: -300,
    Var_SF: 1,
    VA: 1950,
    VA_SF: 1,
    VL1L2: 4001,
    VL2L3: 4002,
    VL3L1: 4003,
    V_SF: -1,
    AL1: 275,
    A_SF: -1,
    A: 825,
    ThrotPct: 81,
    Tmp_SF: 0,
    TmpCab: 41,
    TmpSnk: 60,
    Hz_SF: -2,
    TotWh_SF: 0,
  };
  const words = {
    ...wordsOf(701, main),
    [offsetOf(701, 'Hz')]: 0,
    [offsetOf(701, 'Hz') + 1]: 5002,
    [offsetOf(701, 'TotWhInj')]: 0,
    [offsetOf(701, 'TotWhInj') + 1]: 1,
    [offsetOf(701, 'TotWhInj') + 2]: 0,
    [offsetOf(701, 'TotWhInj') + 3]: 5000,
    [offsetOf(701, 'Alrm')]: 1,
    [offsetOf(701, 'Alrm') + 1]: 0x0080,
    [offsetOf(701, 'ThrotSrc')]: 0,
    [offsetOf(701, 'ThrotSrc') + 1]: 1 << 14,
  };

  test('701: powers, line voltages, the counter of 64 bits, the share that it holds back, derating', () => {
    expect(
      valuesOf(
        deviceOf([
          [1, {}, 66],
          [701, words],
        ]),
      ),
    ).toMatchObject({
      state: 5,
      job: '701',
      values: {
        pac: 19,
        qac: -3,
        sac: 19.5,
        uab: 400.1,
        ubc: 400.2,
        uca: 400.3,
        ia: 27.5,
        fac: 50.02,
        etot: 4_294_972.296,
        tcab: 41,
        tsnk: 60,
        plim: 19,
        plimsrc: 1 << 14,
        evt: 0x1_0080,
      },
    });
  });

  test('a limit that is ordered in 704 comes before the share that it holds back', () => {
    const ordered = wordsOf(704, { WMaxLimPctEna: 1, WMaxLimPct: 250, WMaxLimPct_SF: -1 });
    expect(
      valuesOf(
        deviceOf([
          [701, words],
          [704, ordered],
        ]),
      )?.values.plim,
    ).toBe(25);
  });

  test('ports of a battery are no inputs', () => {
    const head = wordsOf(714, { NPrt: 2, DCA_SF: -1, DCV_SF: 0, DCW_SF: 1, DCW: 500, DCA: 120 });
    const block = (at: number, type: number, ampere: number) => ({
      [20 + 25 * at]: type,
      [30 + 25 * at]: ampere,
      [31 + 25 * at]: 600,
      [32 + 25 * at]: 400,
    });
    const device = deviceOf([
      [701, words],
      [714, { ...head, ...block(0, 0, 60), ...block(1, 1, 50) }, 68],
    ]);
    const [own, ...inputs] = sunspecDriver.decode(device.map, inverter, device.registers);
    expect(own?.values).toMatchObject({ pdc: 5, idc: 12, udc: 600 });
    expect(inputs.map(({ part, values }) => [part, values.i])).toEqual([[1, 6]]);
  });

  test('701 is read in one request, without the text at its end', () => {
    const { map } = deviceOf([[701, words]]);
    expect(sunspecDriver.jobs(map, inverter)[0]?.requests).toEqual([
      { unit: 1, fc: 3, from: 40_070, count: 123 },
    ]);
  });

  test('a cut 701 leaves the inverter to its other model', () => {
    const { map } = deviceOf([
      [701, {}, 43],
      [103, {}],
    ]);
    expect(sunspecDriver.jobs(map, inverter)[0]?.name).toBe('103');
  });
});

describe('limits', () => {
  const main = wordsOf(103, { St: 5, W: 100, W_SF: 2 });
  const controls = (changes: Record<string, number>) =>
    wordsOf(123, { Conn: 1, WMaxLimPct: 600, WMaxLimPct_SF: -1, WMaxLim_Ena: 1, ...changes });

  test.each([
    ['enabled and connected', {}, 5, 60],
    ['not enabled', { WMaxLim_Ena: 0 }, 5, 100],
    ['not connected', { Conn: 0 }, 4, 100],
    ['asleep: nobody ordered it', { Conn: 0, WMaxLimPct: 0 }, 2, null],
  ])('%s', (_, changes, St, plim) => {
    const device = deviceOf([
      [103, { ...main, ...wordsOf(103, { St }) }],
      [123, controls(changes)],
    ]);
    expect(valuesOf(device)?.values.plim).toBe(plim);
  });

  test('the functions that limit have the bits of 701', () => {
    expect([0, 1, 2, 3, 4, 5, 9, 10, 12, 13, 14].map(bit => Math.log2(limitSourceOf(1 << bit) ?? 0))).toEqual(
      [1, 2, 3, 4, 5, 5, 9, 10, 11, 12, 13],
    );
    expect(limitSourceOf(0)).toBe(0);
    expect(limitSourceOf(null)).toBeNull();
  });
});

describe('several devices behind one unit', () => {
  const device = (serial: string, id: number, watt: number) =>
    [
      [1, { [offsetOf(1, 'SN')]: serial.charCodeAt(0) << 8 }],
      [id, wordsOf(id, { W: watt, W_SF: 0 })],
    ] as const;
  const { map, registers } = deviceOf([
    ...device('A', 103, 500),
    ...device('B', 203, 100),
    ...device('C', 203, -200),
  ]);

  test.each([
    ['inverters', 1, 0.5],
    ['contatori', 1, -0.1],
    ['contatori', 2, 0.2],
  ] as const)('of the %s, the instance %i is counted among its kind', (kind, istanza, kw) => {
    const record = configured(kind, { istanza });
    const [reading] = sunspecDriver.decode(map, record, registers);
    expect(reading?.values[kind === 'inverters' ? 'pac' : 'p']).toBe(kw);
    expect(sunspecDriver.jobs(map, configured(kind, { istanza: 3 }))).toEqual([]);
  });
});

describe('inputs, trackers', () => {
  test('what a battery takes and gives is no input', () => {
    const block = (IDStr: string, DCW: number) => ({ IDStr, DCW, DCV: 500, DCA: 2 });
    expect(
      inputsOf160([
        block('String 1', 1000),
        block('String 2', 900),
        block('StCha 3', 800),
        block('StDisCha 4', 0),
      ]),
    ).toMatchObject([
      { number: 1, watt: 1000 },
      { number: 2, watt: 900 },
    ]);
  });

  test.each([
    [90, 0, 0],
    [90, 90, 0],
    [50, 90, -40],
    [50, 270, 40],
    [35.5, 265, 54.5],
    [40, null, 50],
    [110, null, -20],
    [null, 90, null],
  ])(
    'elevation %s and azimuth %s are a rotation of %s°, positive to the west',
    (elevation, azimuth, angle) => {
      const rotation = rotationOf(elevation, azimuth);
      if (angle === null) expect(rotation).toBeNull();
      else expect(rotation).toBeCloseTo(angle, 9);
    },
  );

  test.each([
    [{ ElPos: 60, AzPos: 90, Ctl: 0, Alm: 0 }, 1],
    [{ ElPos: 60, AzPos: 90, Ctl: 0, Alm: 2 }, 10],
    [{ ElPos: 60, AzPos: 90, Ctl: 2, Alm: 0 }, 4],
    [{ ElPos: 60, AzPos: 90, Ctl: 1, Alm: 0 }, 3],
    [{ ElPos: 35, AzPos: 270, Ctl: 1, Alm: 0 }, 9],
    [{}, 0],
  ])('a tracker that says %j has the state %i', (tracker, state) => {
    expect(trackerSays(tracker, { angolo_pulizia: 55, angolo_riposo: 0 }).state).toBe(state);
  });

  test('37 trackers of one controller share their requests', () => {
    const { map } = deviceOf([[601, {}, 26 + 37 * 22]]);
    const requests = Array.from({ length: 37 }, (_, index) =>
      sunspecDriver.jobs(map, configured('trackers', { istanza: index + 1 })).flatMap(job => job.requests),
    );
    const different = new Set(requests.flat().map(({ from, count }) => `${from} ${count}`));
    expect(different.size).toBe(8);
    for (const { count } of requests.flat()) expect(count).toBeLessThanOrEqual(125);
    expect(sunspecDriver.jobs(map, configured('trackers', { istanza: 38 }))).toEqual([]);
  });
});

describe('whatever the registers hold', () => {
  const anyWords = fc.uint8Array({ minLength: 64, maxLength: 64 });
  const kinds = ['inverters', 'box-stringhe', 'contatori', 'sensori', 'trackers'] as const;
  const ids = [...models.keys()];

  test('nothing throws, every value is finite or null, no request is longer than the bus allows', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...ids), fc.nat(65_535)), { maxLength: 8 }),
        anyWords,
        fc.constantFrom(...kinds),
        fc.integer({ min: 1, max: 4 }),
        (content, bytes, kind, istanza) => {
          let at = 0;
          const mapped = content.map(([id, length]) => {
            at += 2;
            const model = { id, from: at, length: Math.min(length, 65_536 - at), said: length };
            at = (at + length) % 60_000;
            return model;
          });
          const nameplate = { maker: '', model: '', version: '', serial: '' };
          const map = {
            unit: 1,
            base: 0,
            devices: [{ nameplate, identity: [], models: mapped }],
            isWhole: true,
          };
          const record = configured(kind, { istanza });
          const jobs = sunspecDriver.jobs(map, record);
          for (const { count, from } of jobs.flatMap(({ requests }) => requests)) {
            expect(count).toBeGreaterThan(0);
            expect(count).toBeLessThanOrEqual(125);
            expect(from + count).toBeLessThanOrEqual(65_536);
          }
          expect(jobs.flatMap(({ requests }) => requests).length).toBeLessThan(20);
          expect(jobs.filter(({ isMain }) => isMain).length).toBeLessThanOrEqual(1);
          const registers: Registers = {
            at: (_, from, count) =>
              Uint16Array.from({ length: count }, (_, index) => (bytes[(from + index) % 64] ?? 0) * 257),
          };
          for (const { values } of sunspecDriver.decode(map, record, registers))
            for (const value of Object.values(values))
              expect(value === null || Number.isFinite(value)).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('the sign of a power is that of the register, and no power factor is taken from the device', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -32_000, max: 32_000 }),
        fc.integer({ min: -32_000, max: 32_000 }),
        fc.nat(0xffff),
        (W, VAr, PF) => {
          const scales = { W_SF: 1, VAr_SF: 1, PF_SF: -3 };
          const own = valuesOf(deviceOf([[103, wordsOf(103, { W, VAr, PF, ...scales })]]))?.values ?? {};
          expect(Math.sign(own.pac ?? 0)).toBe(Math.sign(W));
          expect(Math.sign(own.qac ?? 0)).toBe(Math.sign(VAr));
          const { cosphi } = inverterValues(own, { pn: 1, kwp: 1, mppt: 1 }, null);
          if (cosphi !== null && Math.abs(cosphi) < 0.999) expect(Math.sign(cosphi)).toBe(Math.sign(VAr));
          const meter = deviceOf([[203, wordsOf(203, { W, VAR: VAr, W_SF: 1, VAR_SF: 1, PF, PF_SF: -3 })]]);
          const said = valuesOf(meter, configured('contatori'))?.values ?? {};
          const wiring = { inverti: false, offset: 0, collegamento: '3F4F', segno_p: 1, segno_q: 1 } as const;
          const shown = meterValues(said, wiring, 1);
          expect(Math.sign(shown.p ?? 0) + Math.sign(W)).toBe(0);
          expect(Math.sign(shown.qac ?? 0) + Math.sign(VAr)).toBe(0);
        },
      ),
    );
  });

  test('a map of a device that lost its registers gives no reading', async () => {
    const { map } = await said('fimer-pvs175', inverter);
    expect(sunspecDriver.decode(map, inverter, { at: () => null })).toEqual([]);
  });
});
