import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { alarmGroups } from '../../../src/contract/alarm-codes';
import { type Change, type Happening, joined, type Occurrence } from '../../../src/datalogger/alarms/model';
import { apply, raise } from '../../../src/datalogger/alarms/state-machine';
import { lossesOf } from '../../../src/datalogger/analytics/reports/losses';
import { stopsOf } from '../../../src/datalogger/analytics/reports/stops';
import { type AlarmStore, openAlarms } from '../../../src/datalogger/storage/alarms/alarms';
import { migrations } from '../../../src/datalogger/storage/alarms/schema';
import { openDatabase } from '../../../src/datalogger/storage/database/database';
import { emptyFrame } from '../../../src/datalogger/storage/measures/frame';
import { fieldIndex } from '../../../src/datalogger/storage/measures/kept';

/*
 * An alarm that nobody acknowledges is one row, however often it returns. What counts for stops, losses, durations and figures are the
 * times in which its condition was true.
 */

const minute = 60;
const hour = 3600;
const day = 24 * hour;
/** Midnight of a day; the others are counted from it. */
const t0 = 1_782_165_600;
const dayOf = (n: number) => ({ from: t0 + n * day, to: t0 + (n + 1) * day, until: t0 + (n + 1) * day });

let folder: string;
let store: AlarmStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spans-'));
  store = openAlarms(join(folder, 'alarms.db'));
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

/** An alarm that nobody acknowledges, as what happened tells it. */
class Told {
  occurrence: Occurrence;
  changes: Change;

  constructor(id: number, code: string, device: number | null, t: number) {
    const group = device === null ? 'spi' : 'inverter';
    const subject = { group, device, name: code } as const;
    this.changes = raise({
      id,
      code,
      subject,
      priority: 1,
      t,
      value: null,
      threshold: null,
      isSuppressed: false,
      cause: null,
      isOutOfService: false,
    });
    this.occurrence = this.changes.occurrence;
    store.write([this.changes]);
  }

  happen(happening: Happening): this {
    const change = apply(this.occurrence, happening);
    if (!change) return this;
    this.occurrence = change.occurrence;
    this.changes = joined(this.changes, change);
    store.write([change]);
    return this;
  }

  off = (t: number) => this.happen({ kind: 'off', t, value: null });
  on = (t: number) => this.happen({ kind: 'on', t, value: null, threshold: null });
  hiddenBy = (cause: number, t: number) => this.happen({ kind: 'suppress', t, cause });
  shown = (t: number) => this.happen({ kind: 'release', t });
}

/** The report of a day on which two inverters (100 kW each) stood still in these quarters. */
function reportOf(n: number, standsStill: (t: number, inverter: number) => boolean) {
  const span = dayOf(n);
  const slots = Array.from({ length: 96 }, (_, index) => {
    const frame = emptyFrame('inverter', span.from + index * 900, [1, 2]);
    const width = frame.values.length / 2;
    [1, 2].forEach((inverter, row) => {
      if (!standsStill(frame.t, inverter)) return;
      frame.values[row * width + fieldIndex('inverter', 'persa')] = 25_000;
      frame.values[row * width + fieldIndex('inverter', 'fermo')] = 900;
    });
    return { frame, end: frame.t + 900 };
  });
  return stopsOf(
    store,
    span,
    {
      losses: explanations => lossesOf(slots, explanations),
      inverters: {
        id: [1, 2],
        nome: [],
        stato: [],
        sampled: [],
        validS: [],
        q: [],
        values: { kwp: [100, 100] },
      },
      available: 200 * 12 * hour,
      useful: 200 * 16 * hour,
    },
    2,
  );
}

describe('D1: an alarm that comes again before it was acknowledged', () => {
  test('takes no energy from the fault that happened between its two times', () => {
    const at = t0 + 10 * hour;
    const trip = at + 30 * minute;
    const isFault = (t: number, inverter: number) => inverter === 1 && t >= trip && t < trip + 4 * hour;
    const dip = new Told(1, 'SPI01', null, at).off(at + 5 * minute);
    new Told(2, 'INV08', 1, trip).off(trip + 4 * hour);
    const before = reportOf(0, isFault);
    expect(before.perdite.cause).toEqual([{ causa: 'guasto', fermo: 4, persa: 400 }]);
    const again = trip + 5 * hour;
    dip.on(again).off(again + 5 * minute);
    const after = reportOf(0, isFault);
    expect(after.perdite).toEqual(before.perdite);
    expect(after.fermi.map(({ codice, durata }) => [codice, durata])).toEqual([
      ['INV08', 4 * hour],
      ['SPI01', 5 * minute],
      ['SPI01', 5 * minute],
    ]);
    expect(after.figure_allarmi).toMatchObject({ volte: 3, mttr: 4 * hour });
    expect(after.allarmi).toMatchObject([
      { codice: 'INV08', volte: 1, durata: 4 * hour },
      { codice: 'SPI01', volte: 2, durata: 10 * minute },
    ]);
  });

  test('leaves the day on which nothing happened without a stop, in the list, in the counts and at any moment', () => {
    const nothing = () => false;
    const dip = new Told(1, 'SPI01', null, t0 + 10 * hour).off(t0 + 10 * hour + 300);
    const [first, empty] = [reportOf(0, nothing), reportOf(1, nothing)];
    dip.on(t0 + 2 * day + 10 * hour).off(t0 + 2 * day + 10 * hour + 300);
    expect(reportOf(0, nothing)).toEqual(first);
    expect(reportOf(1, nothing)).toEqual(empty);
    expect(empty.fermi).toEqual([]);
    expect(empty.allarmi).toEqual([]);
    const noon = t0 + day + 12 * hour;
    expect(store.presentAt(alarmGroups, noon)).toEqual([]);
    expect(store.standing({ from: noon, to: noon + 60, until: noon + 60 })).toEqual([]);
    expect(store.presentAt(alarmGroups, t0 + 2 * day + 10 * hour + 60)).toMatchObject([
      { id: 1, begin: t0 + 2 * day + 10 * hour, isWaiting: 1 },
    ]);
    expect(store.begins(alarmGroups, t0)).toHaveLength(2);
  });

  test('lasts with the switch that it opened, each time until that is closed again', () => {
    const at = t0 + 10 * hour;
    const dip = new Told(1, 'SPI01', null, at);
    const open = new Told(2, 'SPI05', null, at).hiddenBy(1, at);
    dip.off(at + 5);
    open.off(at + 300).shown(at + 300);
    dip.on(at + 2 * hour);
    open.on(at + 2 * hour).hiddenBy(1, at + 2 * hour);
    dip.off(at + 2 * hour + 5);
    open.off(at + 2 * hour + 360).shown(at + 2 * hour + 360);
    expect(store.times(['SPI01', 'SPI05'], dayOf(0))).toMatchObject([
      { code: 'SPI01', begin: at, end: at + 300 },
      { code: 'SPI01', begin: at + 2 * hour, end: at + 2 * hour + 360 },
    ]);
  });
});

const waits = (n: number) => reportOf(n, () => false).figure_allarmi.riconoscimento;

test('a wait counts on the day on which somebody acknowledged, so that the day of the alarm stays as it was', () => {
  const alarm = new Told(1, 'INV08', 1, t0 + 20 * hour).off(t0 + 21 * hour);
  expect(waits(0)).toBeNull();
  alarm.happen({ kind: 'acknowledge', action: { by: 'anna', at: t0 + day + 8 * hour, note: '' } });
  expect([waits(0), waits(1)]).toEqual([null, 12 * hour]);
});

const happenings = (t: number): readonly Happening[] => [
  { kind: 'off', t, value: null },
  { kind: 'on', t, value: 4, threshold: 3 },
  { kind: 'suppress', t, cause: 2 },
  { kind: 'suppress', t, cause: 3 },
  { kind: 'suppress', t, cause: null },
  { kind: 'release', t },
  { kind: 'prioritise', t, priority: 1 },
  { kind: 'prioritise', t, priority: 3 },
  { kind: 'acknowledge', action: { by: 'anna', at: t, note: '' } },
  { kind: 'shelve', shelf: { by: 'anna', at: t, until: t + hour, reason: '' } },
  { kind: 'expire', t },
  { kind: 'outOfService', t },
  { kind: 'backInService', t },
];
const story = fc.array(
  fc.record({
    afterS: fc.integer({ min: 60, max: 9 * hour }),
    what: fc.nat({ max: happenings(0).length - 1 }),
  }),
  { maxLength: 40 },
);

test('a day that is over for two hours stays as it was reported, whatever happens later', () => {
  fc.assert(
    fc.property(story, steps => {
      store.close();
      store = openAlarms(':memory:');
      let t = t0 + hour;
      const told = new Told(1, 'SPI05', null, t);
      const pictures = new Map<number, string>();
      const pictureOf = (n: number) => JSON.stringify(reportOf(n, time => (time / 900) % 3 === 0));
      for (const { afterS, what } of steps) {
        t += afterS;
        for (let n = 0; dayOf(n).to + 2 * hour <= t; n++) {
          const now = pictureOf(n);
          expect(now).toBe(pictures.get(n) ?? now);
          pictures.set(n, now);
        }
        const happening = happenings(t)[what];
        if (happening) told.happen(happening);
      }
    }),
    { numRuns: 60 },
  );
});

test('an archive of before tells its times by the stories of its alarms', () => {
  fc.assert(
    fc.property(story, steps => {
      store.close();
      store = openAlarms(':memory:');
      let t = t0;
      const told = new Told(1, 'SPI05', null, t);
      for (const { afterS, what } of steps) {
        t += afterS;
        const happening = happenings(t)[what];
        if (happening && isTold(happening.kind, told.changes)) told.happen(happening);
      }
      const times = (spans: Change['spans']) => spans.map(({ from, end }) => [from, end]);
      const path = join(folder, `${Math.random()}.db`);
      const old = openDatabase(path, { durable: true, migrations: migrations.slice(0, 2) });
      copyWithoutSpans(old, told.changes);
      old.close();
      const mended = openAlarms(path);
      const known = mended.spansOf(1);
      const split = known.length > 1 ? { alarms: 1, spans: known.length, since: t0 } : null;
      expect([mended.takeSplit(), mended.takeSplit()]).toEqual([split, null]);
      mended.close();
      expect(times(known)).toEqual(times(withoutParts(told.changes.spans)));
    }),
    { numRuns: 60 },
  );
});

/** A story does not tell a change of priority, or a second reason to hide it and its end, from a return of the condition. */
function isTold(kind: Happening['kind'], { occurrence: { isOutOfService, isSuppressed } }: Change): boolean {
  if (kind === 'suppress' || kind === 'release') return !isOutOfService;
  if (kind === 'expire') return !isOutOfService && !isSuppressed;
  if (kind === 'outOfService' || kind === 'backInService') return !isSuppressed;
  return kind !== 'prioritise';
}

/** The spans of before know no later cause or priority. */
function withoutParts(spans: Change['spans']): Change['spans'] {
  const whole: Change['spans'][number][] = [];
  for (const span of spans) {
    const last = whole.at(-1);
    if (last && last.end === span.from) whole[whole.length - 1] = { ...last, end: span.end };
    else whole.push(span);
  }
  return whole;
}

function copyWithoutSpans(old: ReturnType<typeof openDatabase>, { occurrence, steps }: Change): void {
  const { id, code, subject, begin, end, times, isPresent, isAnnounced, cause, acknowledged } = occurrence;
  old
    .prepare(
      `INSERT INTO occurrence (id, code, grp, device, name, search, priority, state, rank, is_present, is_announced, begin_t, end_t,
        times, ack_at, is_suppressed, is_out_of_service, cause, is_chattering, version)
       VALUES (?, ?, ?, ?, '', '', 1, ?, 0, ?, ?, ?, ?, ?, ?, 0, 0, ?, 0, 1)`,
    )
    .run(
      ...[id, code, subject.group, subject.device, occurrence.state, Number(isPresent), Number(isAnnounced)],
      ...[begin, end, times, acknowledged?.at ?? null, cause],
    );
  const add = old.prepare(
    "INSERT INTO step (occurrence, t, from_state, to_state, by, note, value) VALUES (?, ?, ?, ?, ?, '', ?)",
  );
  for (const { t, from, to, by, value } of steps) add.run(id, t, from, to, by, value);
}
