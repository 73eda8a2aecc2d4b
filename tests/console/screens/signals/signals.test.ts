import { beforeAll, expect, test } from 'vitest';
import { readTable } from '../../../../src/console/data/table';
import type { View } from '../../../../src/console/device-screens/descriptor';
import { type Device, readDevices } from '../../../../src/console/device-screens/device-list';
import { headWords } from '../../../../src/console/screens/signals/head-words';
import { stretchesOf } from '../../../../src/console/screens/signals/SignalCells';
import { contactWord, restS, stateWord } from '../../../../src/console/screens/signals/signal';
import { inputKinds } from '../../../../src/contract/codes';
import { digitalSignals } from '../../../../src/datalogger/sources/simulator/physics/signals';
import { speakItalian } from '../../../support/words';

beforeAll(() => speakItalian(['devices', 'details', 'signals']));

const now = 1_781_091_730;
type Row = readonly [kind: (typeof inputKinds)[number], v: number | null, raw: number | null, eta?: number];

function viewOf(...rows: readonly Row[]): View<Device> {
  const table = readTable({
    t: now,
    colonne: {
      id: rows.map((_, index) => index + 1),
      nome: rows.map(([kind]) => kind),
      stato: rows.map(() => 1),
      eta: rows.map(([, , , eta]) => eta ?? 1),
      q: rows.map(() => 192),
      v: rows.map(([, v]) => v),
      raw: rows.map(([, , raw]) => raw),
      tipo: rows.map(([kind]) => inputKinds.indexOf(kind)),
      cambio: rows.map(() => now - 3601),
      oggi: rows.map(() => 1),
    },
  });
  const list = readDevices(table, 'di', ['v', 'raw', 'tipo', 'cambio', 'oggi']);
  return {
    list,
    devices: list.devices,
    today: undefined,
    markOf: () => undefined,
    zone: 'Europe/Rome',
    isStill: false,
  };
}

test('the words are those of what is wired, and the wiring is read off both levels', () => {
  const { devices } = viewOf(
    ['mainOpen', 0, 0],
    ['smoke', 0, 1],
    ['localControl', 1, 1],
    ['surgeDc', null, null],
  );
  expect(devices.map(stateWord)).toEqual(['Chiuso', 'A riposo', 'Locale', '—']);
  expect(devices.map(contactWord)).toEqual([
    'NA, aperto a riposo',
    'NC, chiuso a riposo',
    'NA, aperto a riposo',
    '—',
  ]);
  expect(devices.map(restS)).toEqual([3600, 3600, 3600, 3600]);
});

test('somebody at work in the cabin is nothing abnormal; smoke is, and a silent input says nothing', () => {
  expect(headWords(viewOf(['doorOpen', 1, 1], ['ventilation', 1, 1]))).toEqual({
    title: '2 segnali, nessuno anomalo',
    text: '',
  });
  expect(headWords(viewOf(['smoke', 1, 0], ['mainOpen', 1, 1, 400], ['flood', 0, 0]))).toEqual({
    title: '1 segnale su 3 anomalo',
    text: 'smoke: attivo. mainOpen non comunica da 6\u00a0min.',
  });
  expect(headWords(viewOf(['smoke', 1, 0, 400])).title).toBe('Stato non noto');
});

test('the day is drawn as far as the last change and the count of today tell it', () => {
  const on = (fromS: number, toS: number) => ({ kind: 'on', fromS, toS });
  const day = (isOn: boolean, changedS: number, changes: number) =>
    stretchesOf({ isOn, changedS, changes }, 1000, 2000);
  expect(day(true, 10, 0)).toEqual([on(1000, 2000)]);
  expect(day(false, 10, 0)).toEqual([]);
  expect(day(true, 1500, 1)).toEqual([on(1500, 2000)]);
  expect(day(false, 1500, 1)).toEqual([on(1000, 1500)]);
  expect(day(true, 1500, 3)).toEqual([{ kind: 'unknown', fromS: 1000, toS: 1500 }, on(1500, 2000)]);
});

test('an input of the simulated plant has the name of what it watches: beside "aperto" the word "Chiuso" would be a riddle', () => {
  const twice = digitalSignals.filter(({ kind, name }) => {
    const { devices } = viewOf([kind, 1, 1], [kind, 0, 0]);
    return devices.some(device => name.toLowerCase().endsWith(stateWord(device).toLowerCase()));
  });
  expect(twice.map(({ name }) => name)).toEqual([]);
});
