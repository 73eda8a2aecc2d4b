import { beforeAll, describe, expect, test } from 'vitest';
import { type Cell, readTable } from '../../../../src/console/data/table';
import { headWords } from '../../../../src/console/screens/trackers/head-words';
import { commandOf } from '../../../../src/console/screens/trackers/tracker-commands';
import { readTrackerList, worstOf } from '../../../../src/console/screens/trackers/tracker-list';
import { angleWords } from '../../../../src/console/screens/trackers/words';
import { trackerStates } from '../../../../src/contract/codes';
import { speakItalian } from '../../../support/words';

beforeAll(() => speakItalian(['devices', 'details', 'trackers']));

interface Example {
  readonly state?: number;
  readonly angle?: number;
  readonly target?: number;
}

/** Trackers whose target is 12 degrees; the others track it. */
function exampleTrackers(count: number, changes: Readonly<Record<number, Example>> = {}, wind = 7.8) {
  const columns: Record<string, Cell[]> = {};
  for (let id = 1; id <= count; id++) {
    const { state = trackerStates.tracking, angle = 12.1, target = 12 } = changes[id] ?? {};
    const isSilent = state === trackerStates.commLost;
    const row = {
      id,
      nome: `T${Math.ceil(id / 4)}-0${((id - 1) % 4) + 1}`,
      stato: state,
      ang: angle,
      tgt: target,
      eta: isSilent ? 600 : 20,
      q: isSilent ? 0 : 192,
      imot: 0,
      soc: 95,
      vento: wind,
      limite: 15,
      rientro: 900,
    };
    for (const [name, cell] of Object.entries(row)) {
      columns[name] ??= [];
      columns[name].push(cell);
    }
  }
  return readTrackerList(readTable({ m: 'tracker', t: 1_781_091_730, colonne: columns }));
}

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
function say(...example: Parameters<typeof exampleTrackers>): readonly [title: string, text: string] {
  const { title, text } = headWords(exampleTrackers(...example));
  return [title, plain(text)];
}
const all = (count: number, state: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, { state }]));

test('the one whose day is shown is the first with a fault, else the first off its target', () => {
  const shown = (changes: Readonly<Record<number, Example>>) =>
    worstOf(exampleTrackers(8, changes).devices)?.name;
  expect(shown({ 2: { angle: 40 }, 5: { angle: 50 } })).toBe('T1-02');
  expect(shown({ 2: { angle: 40 }, 7: { state: trackerStates.fault } })).toBe('T2-03');
  expect(shown({ 3: { state: trackerStates.commLost } })).toBeUndefined();
});

describe('trackers', () => {
  test('that follow the sun are said to be in position, and how far the wind is', () => {
    expect(say(8)).toEqual(['Tutti e 8 gli inseguitori in posizione', 'Vento 7,8 m/s, sicurezza da 15 m/s.']);
  });

  test('that are off, stuck or silent are named', () => {
    const stuck = { 7: { state: trackerStates.fault, angle: 6 } };
    expect(say(8, stuck)).toEqual([
      '7 inseguitori su 8 in posizione',
      'T2-03 è fermo a 6,0° ovest, −6,0° dall’obiettivo. Vento 7,8 m/s, sicurezza da 15 m/s.',
    ]);
    expect(say(8, { 2: { angle: -3 } })[1]).toContain('T1-02 è a 3,0° est, −15,0° dall’obiettivo.');
    expect(say(8, { 1: { state: trackerStates.commLost } })[1]).toContain('T1-01 non comunica da 10 min.');
  });

  test('that a command holds are said to be held, all of them in the title', () => {
    const state = { state: trackerStates.manual, angle: 0.1 };
    expect(say(8, { 1: { state: trackerStates.cleaning }, 2: state })[1]).toContain(
      '2 inseguitori su 8 fermi per comando.',
    );
    expect(say(8, all(8, trackerStates.manual))).toEqual([
      '8 inseguitori su 8 fermi per comando',
      'Vento 7,8 m/s, sicurezza da 15 m/s.',
    ]);
  });

  test('in safety, at rest, silent or not there at all have titles of their own', () => {
    expect(say(8, all(8, trackerStates.windStow))[0]).toBe('8 inseguitori su 8 in sicurezza');
    expect(say(8, all(8, trackerStates.night))[0]).toBe('Tutti e 8 gli inseguitori a riposo');
    expect(say(8, all(8, trackerStates.commLost))[0]).toBe('Stato non noto');
    expect(say(0)[0]).toBe('Questo impianto non ha inseguitori');
  });
});

test('every state of the contract has a mode, and the error decides the class', () => {
  const states = Object.values(trackerStates);
  const { devices, groups } = exampleTrackers(
    13,
    Object.fromEntries(states.map((state, id) => [id + 1, { state }])),
  );
  expect(devices.map(({ mode }) => mode)).toEqual([
    ...['unknown', 'tracking', 'backtracking', 'manual', 'calibration', 'windStow', 'snowStow', 'hailStow'],
    ...['night', 'cleaning', 'fault', 'silent', 'maintenance'],
  ]);
  expect(groups.map(({ name, trackers }) => `${name} ${trackers.length}`)).toEqual([
    'T1 4',
    'T2 4',
    'T3 4',
    'T4 1',
  ]);
  const kinds = exampleTrackers(4, { 1: { angle: 15 }, 2: { angle: 18 }, 3: { angle: 7 } });
  expect(kinds.devices.map(({ kind }) => kind)).toEqual(['near', 'off', 'near', 'good']);
});

test('an angle is named by its side', () => {
  expect([12.1, -40, 0.01, null].map(angleWords)).toEqual(['12,1° ovest', '40,0° est', '0,0°', '—']);
});

describe('commands', () => {
  const group = (changes: Parameters<typeof exampleTrackers>[1]) => {
    const { devices } = exampleTrackers(4, changes);
    return { object: 'tracker.1', name: 'T1', trackers: devices };
  };
  const there = { state: trackerStates.manual, angle: 0.4, target: 0 };

  test('a stow is reached when all that can move are measured there', () => {
    const reached = (changes: Parameters<typeof group>[0]) =>
      commandOf('riposo', group(changes)).isReached(0);
    expect(reached({})).toBe(false);
    expect(reached({ 1: there, 2: there, 3: there })).toBe(false);
    expect(reached({ 1: there, 2: there, 3: there, 4: there })).toBe(true);
    const broken = { state: trackerStates.fault, angle: 30 };
    expect(reached({ 1: there, 2: there, 3: there, 4: broken })).toBe(true);
    expect(reached(all(4, trackerStates.commLost))).toBeNull();
  });

  test('trackers in position are counted, also those that cannot move', () => {
    const { measured } = commandOf('riposo', group({ 1: there, 2: there, 3: there }));
    expect(plain(measured)).toMatch(/^3 su 4, in media /);
  });

  test('back to the sun is reached when none is held and all follow', () => {
    const reached = (changes: Parameters<typeof group>[0]) =>
      commandOf('automatico', group(changes)).isReached(null);
    expect([reached({}), reached({ 1: there }), reached({ 2: { angle: 3 } })]).toEqual([true, false, false]);
  });
});
