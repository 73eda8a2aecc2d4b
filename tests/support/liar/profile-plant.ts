import type { ConfigKind } from '../../../src/contract/config/kinds';
import { exceptionBody, framed, replyBody, serveModbus, type TestServer } from '../modbus-server';
import { type Field, stepsIn, wordsOf } from './fields';
import { Liar, type LiarOptions, type LyingUnit } from './liar';
import type { Lie } from './lies';

/*
 * Devices without SunSpec that lie. Their registers are typed in from the makers' documents (Huawei "SUN2000 Modbus Interface
 * Definitions", Sungrow "Communication Protocol of PV Grid-Connected String Inverters", Eastron "SDM630-Modbus V2 Protocol"), not taken
 * from the profiles that read them.
 */

/** What a device measures: kW, kWh; of a sensor its signal. */
interface State {
  kw: number;
  exportedKwh: number;
  importedKwh: number;
}

type NumberType = 'u16' | 'i16' | 'u32' | 'i32' | 'f32';
/** The number of a register in its document, its type, its gain, and the physical value. */
type Row = readonly [at: number, type: NumberType, gain: number, value: (state: State) => number];

interface Model {
  readonly fc: number;
  /** Number of the first register in the document. */
  readonly first: number;
  /** The less significant word of 32 bits comes first. */
  readonly isSwapped: boolean;
  readonly rows: readonly Row[];
  /** Numbers of lifetime counters. */
  readonly counters: readonly number[];
  /** Ranges that the device answers: other registers are refused. */
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

const amps = ({ kw }: State) => (kw * 1000) / 3 / 230;
const ofInput = (share: number, volt: number) => (state: State) => (state.kw * 1000 * 1.02 * share) / volt;

const huawei: Model = {
  fc: 3,
  first: 0,
  isSwapped: false,
  counters: [32_106],
  ranges: [
    [30_000, 30_036],
    [32_000, 32_120],
  ],
  rows: [
    [32_016, 'i16', 10, () => 720],
    [32_017, 'i16', 100, ofInput(0.5, 720)],
    [32_018, 'i16', 10, () => 710],
    [32_019, 'i16', 100, ofInput(0.5, 710)],
    [32_064, 'i32', 1000, ({ kw }) => 1.02 * kw],
    [32_066, 'u16', 10, () => 400.2],
    [32_067, 'u16', 10, () => 400.3],
    [32_068, 'u16', 10, () => 400.1],
    [32_072, 'i32', 1000, amps],
    [32_074, 'i32', 1000, amps],
    [32_076, 'i32', 1000, amps],
    [32_080, 'i32', 1000, ({ kw }) => kw],
    [32_082, 'i32', 1000, () => 1.5],
    [32_085, 'u16', 100, () => 50.01],
    [32_087, 'i16', 10, () => 41],
    [32_088, 'u16', 1000, () => 1.2],
    [32_089, 'u16', 1, () => 0x0200],
    [32_106, 'u32', 100, ({ exportedKwh }) => exportedKwh],
  ],
};

const sungrow: Model = {
  fc: 4,
  first: 1,
  isSwapped: true,
  counters: [5004],
  ranges: [[4950, 5090]],
  rows: [
    [5004, 'u32', 1, ({ exportedKwh }) => exportedKwh],
    [5008, 'i16', 10, () => 39],
    ...([5011, 5013, 5015] as const).flatMap((at): Row[] => [
      [at, 'u16', 10, () => 650],
      [at + 1, 'u16', 10, ofInput(1 / 3, 650)],
    ]),
    [5017, 'i32', 1000, ({ kw }) => 1.02 * kw],
    [5022, 'i16', 10, amps],
    [5023, 'i16', 10, amps],
    [5024, 'i16', 10, amps],
    [5031, 'u32', 1000, ({ kw }) => kw],
    [5033, 'i32', 1, () => -200],
    [5036, 'u16', 10, () => 50],
    [5038, 'u16', 1, () => 0],
    [5071, 'u16', 1, () => 900],
  ],
};

/** It counts from the consumer. */
const sdm630: Model = {
  fc: 4,
  first: 0,
  isSwapped: false,
  counters: [72, 74],
  ranges: [
    [0, 80],
    [200, 206],
  ],
  rows: [
    ...[0, 2, 4].map((at): Row => [at, 'f32', 1000, () => 230.4]),
    ...[6, 8, 10].map((at): Row => [at, 'f32', 1000, amps]),
    [52, 'f32', 1000, ({ kw }) => -1000 * kw],
    [56, 'f32', 1000, ({ kw }) => 1000 * Math.abs(kw)],
    [60, 'f32', 1000, () => 0],
    [70, 'f32', 1000, () => 50],
    [72, 'f32', 1000, ({ importedKwh }) => importedKwh],
    [74, 'f32', 1000, ({ exportedKwh }) => exportedKwh],
    ...[200, 202, 204].map((at): Row => [at, 'f32', 1000, () => 399]),
  ],
};

/** A temperature on the bus, the current of a transmitter in mA, and irradiance as a number with a point. */
const sensorRows = {
  temperature: [100, 'i16', 10, ({ kw }) => 20 + 30 * kw],
  current: [110, 'i16', 1000, ({ kw }) => 4 + 10 * kw],
  irradiance: [120, 'f32', 1000, ({ kw }) => 900 * kw],
} as const satisfies Record<string, Row>;

const sensor = (row: Row): Model => ({
  fc: 3,
  first: 0,
  isSwapped: false,
  counters: [],
  ranges: [[100, 130]],
  rows: [row],
});

const sizeOf = (type: NumberType) => (type.endsWith('32') ? 2 : 1);
/** Lies change whole numbers: a number with a point is one in thousandths. */
const wholeType = { u16: 'uint16', i16: 'int16', u32: 'uint32', i32: 'int32', f32: 'int32' } as const;

const fieldsOf = ({ rows, counters, first }: Model): Field[] =>
  rows.map(([at, type]) => ({
    at: at - first,
    size: sizeOf(type),
    model: 0,
    ...(counters.includes(at)
      ? { name: 'TotWhExp', type: 'acc32' as const }
      : { name: `${at}`, type: wholeType[type] }),
  }));

/** Whole numbers of the rows in [from, from + count). */
function wholeWords({ rows, first }: Model, state: State, from: number, count: number): Uint16Array {
  const words = new Uint16Array(count);
  for (const [number, type, gain, value] of rows) {
    const own = wordsOf(BigInt(Math.round(value(state) * gain)), sizeOf(type));
    own.forEach((word, index) => {
      const at = number - first + index - from;
      if (at >= 0 && at < count) words[at] = word;
    });
  }
  return words;
}

/** The registers as the device sends them. */
function sentWords(
  { rows, first, isSwapped, counters }: Model,
  from: number,
  whole: Uint16Array,
): Uint16Array {
  const words = Uint16Array.from(whole);
  for (const [number, type, gain] of rows) {
    const at = number - first - from;
    if (sizeOf(type) === 1 || at < 0 || at + 2 > words.length) continue;
    const own = whole.slice(at, at + 2);
    if (type === 'f32') {
      const float = new DataView(new ArrayBuffer(4));
      float.setFloat32(0, Number(stepsIn(own, !counters.includes(number))) / gain);
      words.set([float.getUint16(0), float.getUint16(2)], at);
    } else if (isSwapped) words.set(own.reverse(), at);
  }
  return words;
}

interface Device {
  readonly kind: ConfigKind;
  readonly id: number;
  readonly unit: number;
  readonly model: Model;
  readonly fields: object;
  readonly state: State;
  /** kW at a time, of what both inverters give. */
  readonly kwAt: (sun: number, t: number) => number;
}

type Place = readonly [kind: ConfigKind, id: number, unit: number];

const device = (
  [kind, id, unit]: Place,
  model: Model,
  kwh: number,
  fields: object,
  kwAt: Device['kwAt'],
): Device => ({
  kind,
  id,
  unit,
  model,
  fields,
  kwAt,
  state: { kw: kwAt(1, 0), exportedKwh: kwh, importedKwh: 512.5 },
});

const sensorOf = (place: Place, row: Row, fields: object): Device =>
  device(
    place,
    sensor(row),
    0,
    { profilo: 'generico', registro: row[0], dato: row[1], ...fields },
    sun => sun,
  );

/** Changes the registers of a device as they are sent. */
export type Resend = (
  words: Uint16Array,
  read: { readonly unit: number; readonly from: number },
) => Uint16Array;

/** Two inverters of different makers, a meter of what they produce, one at the grid, and sensors. */
export class ProfilePlant {
  readonly #liar: Liar;
  /** What the plant gives at a time, as a share of its greatest power. */
  sunAt = (t: number): number => 0.85 + 0.15 * Math.sin(t / 700);
  gridKw = (sun: number, _t: number): number => 185 * sun - 40;
  /** The unit that answers for another. */
  unitOf = (unit: number): number => unit;
  /** Changes what is sent, after every lie. */
  resend: Resend = words => words;
  readonly devices: readonly Device[] = [
    device(
      ['inverters', 1, 1],
      huawei,
      91_234,
      { profilo: 'huawei-sun2000', pn: 100, kwp: 115, mppt: 2 },
      sun => 90 * sun,
    ),
    device(
      ['inverters', 2, 2],
      sungrow,
      76_543,
      { profilo: 'sungrow-sg', pn: 110, kwp: 120, mppt: 3 },
      sun => 95 * sun,
    ),
    device(['contatori', 1, 3], sdm630, 3456, { profilo: 'sdm630', ruolo: 'produzione' }, sun => 185 * sun),
    device(['contatori', 2, 4], sdm630, 2345, { profilo: 'sdm630', ruolo: 'scambio' }, (sun, t) =>
      this.gridKw(sun, t),
    ),
    sensorOf(['sensori', 1, 5], sensorRows.temperature, { tipo: 'tmod', scala: -1 }),
    sensorOf(['sensori', 2, 6], sensorRows.current, { tipo: 'poa', scala: -3, ingresso: '4-20mA' }),
    sensorOf(['sensori', 3, 7], sensorRows.irradiance, { tipo: 'ghi' }),
  ];
  #server: TestServer | null = null;
  #t: number;

  constructor(options: LiarOptions) {
    this.#liar = new Liar(options);
    this.#t = options.startAt;
    for (const { kind, id, unit, model } of this.devices)
      if (kind !== 'sensori') this.#liar.add(kind, id, { line: 0, unit }, () => fieldsOf(model));
  }

  /** Devices with counters. */
  get counted(): readonly Device[] {
    return this.devices.filter(({ kind }) => kind !== 'sensori');
  }

  async start(): Promise<number> {
    this.#server = await serveModbus('tcp', (asked, socket) => {
      const own = this.devices[this.unitOf(asked.unit) - 1];
      const send = (body: number[]) => void socket.write(framed('tcp', asked.transaction, body));
      const { fc, from, count } = asked;
      const isThere =
        own?.model.fc === fc && own.model.ranges.some(([first, end]) => from >= first && from + count <= end);
      if (!own || !isThere) return send(exceptionBody(asked, 2));
      const told = this.#liar.garble({ line: 0, ...asked }, wholeWords(own.model, own.state, from, count));
      if (told === null) return;
      if (!(told instanceof Uint16Array)) return send(exceptionBody(asked, told.exception));
      send(replyBody(asked, this.resend(sentWords(own.model, from, told), asked)));
    });
    return this.#server.port;
  }

  get units(): readonly LyingUnit[] {
    return this.#liar.units;
  }

  get count(): number {
    return this.#liar.count;
  }

  advance(t: number): void {
    const sun = this.sunAt(t);
    for (const { state, kwAt } of this.devices) {
      const kw = kwAt(sun, t);
      const kwh = (((state.kw + kw) / 2) * (t - this.#t)) / 3600;
      state.exportedKwh += Math.max(0, kwh);
      state.importedKwh += Math.max(0, -kwh);
      state.kw = kw;
    }
    this.#t = t;
    this.#liar.advance(t);
  }

  /** What a device answers is garbled from now on: for that many seconds, in one answer (0), or for good. */
  say({ kind, id }: Device, tell: Lie, lastsS: number): void {
    this.#liar.say(kind, id, { name: 'said', lastsS, tell });
  }

  calm(): void {
    this.#liar.calm();
  }

  async close(): Promise<void> {
    await this.#server?.stop();
  }
}
