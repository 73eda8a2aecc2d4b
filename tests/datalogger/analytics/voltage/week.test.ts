import { expect, test } from 'vitest';
import {
  deviceWeek,
  meterWeek,
  unbalanceAt,
  type VoltageDevice,
  type WeekAsked,
} from '../../../../src/datalogger/analytics/voltage/week';
import { emptyFrame } from '../../../../src/datalogger/storage/measures/frame';
import { fieldIndex, fieldsOf } from '../../../../src/datalogger/storage/measures/kept';
import type { VoltageSlot } from '../../../../src/datalogger/storage/measures/voltages';

const from = Date.UTC(2026, 5, 8) / 1000;
const week: WeekAsked = { devices: [], level: 'BT', from, to: from + 7 * 86_400, certain: 70 };
const device = { group: 'spi', id: 1, name: 'SPI', nominal: 400 } as const;

/** A minute of the relay with these line voltages. */
function minuteAt(t: number, voltages: readonly number[], seconds = 60, frequency = 50) {
  const frame = emptyFrame('spi', t, [1]);
  const fields = fieldsOf('spi');
  const set = (point: string, value: number) => {
    const at = fieldIndex('spi', point);
    frame.values[at] = value * (fields[at]?.scale ?? 1);
  };
  frame.values[0] = seconds;
  (['uab', 'ubc', 'uca'] as const).forEach((line, index) => void set(line, voltages[index] ?? 0));
  set('f', frequency);
  return frame;
}

/** The minutes of [begin, end) slots of ten minutes. */
const slots = (begin: number, end: number, voltages: readonly number[]) =>
  Array.from({ length: (end - begin) * 10 }, (_, minute) =>
    minuteAt(from + begin * 600 + minute * 60, voltages),
  );

const symmetric = (voltage: number) => [voltage, voltage, voltage];

test('of 1008 means 50 may be outside 10 %, and none beyond the outer limits', () => {
  const judge = (low: number, voltage: number, level: WeekAsked['level'] = 'BT') =>
    deviceWeek(device, [...slots(0, low, symmetric(voltage)), ...slots(low, 1008, symmetric(400))], {
      ...week,
      level,
    }).lines[0];
  // 50 of 1008 are 4.96 %, 51 are 5.06 %; of medium voltage 10 are 0.99 %.
  expect(judge(50, 350)).toMatchObject({
    known: 1008,
    least: 350,
    most: 400,
    withinAll: 100,
    outcome: 'kept',
  });
  expect(judge(51, 350)?.outcome).toBe('missed');
  expect(judge(1, 339)?.outcome).toBe('missed');
  expect(judge(1008, 360)?.outcome).toBe('kept');
  expect(judge(1008, 440)?.outcome).toBe('kept');
  expect(judge(1, 441)?.outcome).toBe('missed');
  expect(judge(10, 445, 'MT')?.outcome).toBe('kept');
  expect(judge(11, 445, 'MT')?.outcome).toBe('missed');
  expect(judge(11, 445, 'AT')?.outcome).toBe('unknown');
});

test('with too little of the week there is no verdict, and a mean needs nine of its ten minutes', () => {
  expect(deviceWeek(device, slots(0, 700, symmetric(300)), week).lines[0]?.outcome).toBe('uncertain');
  expect(deviceWeek(device, slots(0, 706, symmetric(300)), week).lines[0]?.outcome).toBe('missed');
  const minutes = [...slots(0, 1, symmetric(400)).slice(1), ...slots(1, 2, symmetric(400)).slice(2)];
  expect(deviceWeek(device, minutes, week).known).toBe(1);
  expect(deviceWeek(device, [], week)).toMatchObject({ known: 0, unbalance: null, frequency: null });
});

test('the mean of ten minutes counts, and not its minutes', () => {
  const minutes = slots(0, 1, symmetric(400)).map((frame, at) =>
    at === 3 ? minuteAt(frame.t, symmetric(300)) : frame,
  );
  expect(deviceWeek(device, minutes, week).lines[0]).toMatchObject({ least: 390, most: 390 });
});

test('unbalance is the negative to the positive sequence of a triangle of voltages', () => {
  // Line voltages made of sequences: 400 V, with 8 V turning backwards, 2 %.
  const made = [0, 1, 2].map(place => {
    const angle = (2 * Math.PI * place) / 3;
    return Math.hypot(
      400 * Math.cos(-angle) + 8 * Math.cos(angle),
      400 * Math.sin(-angle) + 8 * Math.sin(angle),
    );
  });
  expect(unbalanceAt(made)).toBeCloseTo(2, 9);
  expect(unbalanceAt(symmetric(400))).toBeCloseTo(0, 6);
  expect(unbalanceAt([400, 400, null])).toBeNull();
  expect(unbalanceAt([400, 100, 100])).toBeNull();
  const { unbalance } = deviceWeek(device, slots(0, 1008, [410, 400, 390]), week);
  expect(unbalance).toMatchObject({ outcome: 'missed', within: 0 });
});

const meter: VoltageDevice = { group: 'contatori', id: 1, name: 'M1', nominal: 400 };
/** 1008 means of a meter: the first `low` of them with `voltage` against neutral in L1, the others 230 V. */
const slotsOf = (low: number, voltage: number, phases = true): VoltageSlot[] =>
  Array.from({ length: 1008 }, (_, at) => {
    const of = (mean: number) => ({ mean, most: mean + 3, least: mean - 2 });
    const phase = (mean: number) => (phases ? of(mean) : null);
    const voltages = [
      phase(at < low ? voltage : 230),
      phase(230),
      phase(230),
      ...[400, 400, 400].map(mean => of(mean)),
    ];
    const frequency = { known: 60, near: at < 2 ? 50 : 60, within: 60, least: 49.4, most: 50.1 };
    return { t: from + 600 * at, device: 1, seconds: 600, voltages, frequency };
  });

test('a low voltage is that against neutral, of 230 V, where a meter measures it', () => {
  const judge = (low: number, voltage: number, level: WeekAsked['level'] = 'BT', phases = true) =>
    meterWeek(meter, slotsOf(low, voltage, phases), { ...week, level });
  // 207 V are 10 %; 50 of 1008 means may be lower, none below 195.5 V, none above 253 V.
  expect(judge(1008, 207).lines[0]?.outcome).toBe('kept');
  expect(judge(50, 200).lines.map(({ line, outcome }) => `${line} ${outcome}`)).toEqual([
    'ua kept',
    'ub kept',
    'uc kept',
  ]);
  expect(judge(51, 200).lines[0]?.outcome).toBe('missed');
  expect(judge(1, 195).lines[0]?.outcome).toBe('missed');
  expect(judge(1, 253.5).lines[0]?.outcome).toBe('missed');
  expect(judge(1, 195).readings).toEqual({ least: 193, most: 233 });
  for (const between of [judge(1, 195, 'BT', false), judge(1, 195, 'MT')]) {
    expect(between.nominal).toBe(400);
    expect(between.lines[0]).toMatchObject({ line: 'uab', outcome: 'kept' });
  }
  const { frequency, unbalance } = judge(0, 0);
  expect(frequency?.shares?.near).toBeCloseTo(100 - 20 / 604.8, 6);
  expect(frequency).toMatchObject({ least: 49.4, most: 50.1, shares: { within: 100 } });
  expect(unbalance).toMatchObject({ outcome: 'kept' });
});
