import { expect, test } from 'vitest';
import { inverterStates } from '../../../../src/contract/codes';
import { type DayOfLies, stepS } from '../../../support/liar/day-of-lies';
import { wordsOf } from '../../../support/liar/fields';
import { honestDay } from '../../../support/liar/honest-day';
import type { Lie } from '../../../support/liar/lies';
import { longPatience } from '../../../support/long';

/*
 * States, events and measured values that alarms judge at once, wrong in one answer or in every other one, as gateways mix them that serve
 * several devices: over real Modbus.
 */

const startAt = Date.parse('2026-06-10T12:00:00+02:00') / 1000;
const minute = 60;
const d = '2026-06-10';

async function settledDay(): Promise<DayOfLies> {
  const day = await honestDay(startAt);
  await day.pass(2 * minute);
  return day;
}

/** The named registers hold another number. */
const holding =
  (numbers: Readonly<Record<string, number>>): Lie =>
  ({ read, words, fields }) => {
    const copy = Uint16Array.from(words);
    for (const { name, at, size } of fields) {
      const number = numbers[name];
      if (number === undefined || at < read.from || at + size > read.from + words.length) continue;
      copy.set(wordsOf(BigInt(number), size), at - read.from);
    }
    return copy;
  };

const other: Lie = ({ foreign, words }) => foreign ?? words;
const everyOther =
  (lie: Lie): Lie =>
  told =>
    told.turn % 2 === 0 ? lie(told) : told.words;

const wrong: readonly (readonly [string, Lie])[] = [
  ['a fault', holding({ St: 7, InvSt: 6 })],
  ['that it is off', holding({ St: 1, InvSt: 0 })],
  ['an earth fault', holding({ Evt1: 1, Alrm: 1 })],
  ['an overvoltage of its inputs', holding({ DCV: 1180, DCV_SF: 0 })],
  ['what another inverter says', other],
];

/** States of inverters that were shown, and alarms of them that are there. */
async function passed(day: DayOfLies, seconds: number, whose = 'INV') {
  const states = new Set<number>();
  for (let left = seconds; left > 0; left -= stepS) {
    await day.pass(stepS);
    for (const state of day.datalogger.plant.snapshot().groups.inverter.stato) states.add(state);
  }
  const alarms = await day.datalogger.alarms();
  return { states: [...states], alarms: alarms.filter(each => each.startsWith(whose)) };
}

test.each(
  wrong.flatMap(([what, lie]) => [
    ['one answer', what, lie, 0, 5] as const,
    ['every other answer', what, everyOther(lie), 8 * minute, 10] as const,
  ]),
)('an inverter that in %s says %s is not believed', longPatience, async (_, __, lie, lastsS, minutes) => {
  const day = await settledDay();
  for (const id of [1, 2]) day.say('inverters', id, lie, lastsS);
  const { states, alarms } = await passed(day, minutes * minute);
  expect(alarms).toEqual([]);
  expect(states).toEqual([inverterStates.mppt]);
  expect(await day.announced()).toEqual([]);
  for (const { device, trueKwh, toldKwh } of await day.energies([d]))
    expect(Math.abs((toldKwh ?? 0) - trueKwh), device).toBeLessThan(0.005 * trueKwh + 1.2);
});

test('a fault that it says again is an alarm', longPatience, async () => {
  const day = await settledDay();
  day.say('inverters', 1, holding({ St: 7, InvSt: 6 }), 5 * minute);
  const { states, alarms } = await passed(day, 2 * minute);
  expect(states).toContain(inverterStates.fault);
  expect(alarms.map(each => each.slice(0, 5))).toContain('INV01');
});

/** The named register holds a third of its number. */
const third =
  (name: string): Lie =>
  told => {
    const at = (told.fields.find(field => field.name === name)?.at ?? 0) - told.read.from;
    const copy = Uint16Array.from(told.words);
    const word = copy[at];
    if (word !== undefined) copy[at] = Math.round(((word << 16) >> 16) / 3) & 0xffff;
    return copy;
  };

test.each([
  ['one answer', third('W'), 0],
  ['every other answer', everyOther(third('W')), 5 * minute],
])('a power alone that is a third in %s is not believed', longPatience, async (_, lie, lastsS) => {
  const day = await settledDay();
  const { inverters, contatori } = day.plant.configuration;
  for (const { id } of inverters) day.say('inverters', id, lie, lastsS);
  for (const { id } of contatori) day.say('contatori', id, lie, lastsS);
  const { source } = day.plant.server;
  for (let left = 5 * minute; left > 0; left -= stepS) {
    await day.pass(stepS);
    const { inverter, contatori: meter } = day.datalogger.plant.snapshot().groups;
    for (const [group, point, { id, values }] of [
      ['inverter', 'pac', inverter],
      ['contatori', 'p', meter],
    ] as const)
      id.forEach((each, row) => {
        const kw = source.answers(group).find(({ record }) => record === each)?.values[point] ?? 0;
        if (Math.abs(kw) > 2)
          expect((values[point]?.[row] ?? 0) / kw, `${group} ${each}`).toBeGreaterThan(0.6);
      });
  }
});

test.each([
  ['one answer', -700, 0],
  ['every other answer', -700, 8 * minute],
])(
  'currents of strings that are turned round in %s raise no alarm',
  longPatience,
  async (_, current, lastsS) => {
    const day = await settledDay();
    const tell = everyOther(holding({ InDCA: current }));
    for (const { id } of day.plant.configuration['box-stringhe'])
      day.plant.say('box-stringhe', id, { name: 'said', lastsS, tell });
    const { alarms } = await passed(day, 5 * minute, 'STR03');
    expect(alarms).toEqual([]);
    for (const { id } of day.plant.configuration['box-stringhe'])
      day.plant.say('box-stringhe', id, {
        name: 'said',
        lastsS: 5 * minute,
        tell: holding({ InDCA: current }),
      });
    expect((await passed(day, 3 * minute, 'STR03')).alarms).not.toEqual([]);
  },
);
