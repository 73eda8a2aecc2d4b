import { expect, test } from 'vitest';
import { declarationOf } from '../../../../src/datalogger/analytics/reports/declaration';
import { readingsOf } from '../../../../src/datalogger/analytics/reports/fiscal';
import type { FiscalReading, MeterIdentity } from '../../../../src/datalogger/storage/config/fiscal-readings';
import { midnight, zone } from './archive';

const at = (month: number) => midnight(2026 + Math.floor((month - 1) / 12), ((month - 1) % 12) + 1, 1);
const first: MeterIdentity = { serial: 'A-17', pod: 'IT001E00000001', ratio: 8000 };
const second: MeterIdentity = { ...first, serial: 'B-4' };

function reading(
  month: number,
  exported: number | null,
  { meter = 1, imported = 0, identity = first as MeterIdentity | null } = {},
): FiscalReading {
  return { meter, month: at(month), takenS: at(month), exported, imported, reactive: [], identity };
}

function yearOf(rows: readonly FiscalReading[]) {
  const none = { stato: [], sampled: [], validS: [], q: [], values: {} };
  const snapshot = { t: 0, groups: { contatori: { ...none, id: [1, 2], nome: ['M1', 'M2'] } } } as never;
  const letture = readingsOf(
    { snapshot, zone, readings: { between: () => [...rows] } },
    { from: at(1), to: at(13) },
  );
  return { letture, dichiarazione: declarationOf(letture) };
}

test('a year is declared from its first midnight to the one that ends it, and its months add up to it', () => {
  const rows = Array.from({ length: 13 }, (_, month) => reading(month + 1, 1000.4 + 100.1 * month));
  const { letture, dichiarazione } = yearOf(rows);
  expect(dichiarazione).toMatchObject([
    { nome: 'M1', seriale: 'A-17', pod: 'IT001E00000001', rapporto: 8000, da: at(1), a: at(13) },
  ]);
  expect(dichiarazione[0]).toMatchObject({ imm_da: 1000.4, immessa: 1201.2, prelevata: 0 });
  expect(letture[0]?.immessa).toBeNull();
  const moved = letture.slice(1).reduce((sum, { immessa }) => sum + (immessa ?? 0), 0);
  expect(moved).toBeCloseTo(1201.2, 6);
});

test('a meter that was replaced is declared twice, and moved nothing between the two', () => {
  const { letture, dichiarazione } = yearOf([
    reading(1, 90_000),
    reading(2, 1, { meter: 2 }),
    reading(3, 91_000),
    reading(4, 20, { identity: second }),
    reading(4, 5, { meter: 2 }),
    reading(5, 320, { identity: second }),
  ]);
  expect(dichiarazione.map(({ id, seriale, immessa }) => [id, seriale, immessa])).toEqual([
    [1, 'A-17', 1000],
    [1, 'B-4', 300],
    [2, 'A-17', 4],
  ]);
  // March and 2 April are no month after January and 2 February: that month's energy is not known.
  expect(letture.map(({ immessa }) => immessa)).toEqual([null, null, null, null, null, 300]);
});

test('a register that went back or was not read makes no energy; readings of before are of the same meter', () => {
  const back = yearOf([reading(1, 500), reading(2, 700), reading(3, 10), reading(4, 900)]);
  expect(back.dichiarazione).toMatchObject([{ imm_da: 500, imm_a: 900, immessa: null }]);
  expect(back.letture.map(({ immessa }) => immessa)).toEqual([null, 200, null, 890]);
  const unread = yearOf([reading(1, 5), reading(2, null), reading(3, 8)]);
  expect(unread.dichiarazione).toMatchObject([{ immessa: 3 }]);
  const old = yearOf([reading(1, 5, { identity: null }), reading(2, 8)]);
  expect(old.dichiarazione).toMatchObject([{ seriale: 'A-17', immessa: 3 }]);
  // One reading is no year.
  expect(yearOf([reading(1, 5)]).dichiarazione).toEqual([]);
});
