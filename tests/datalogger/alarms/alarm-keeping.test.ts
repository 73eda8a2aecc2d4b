import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AlarmKeeping, type RecordAction } from '../../../src/datalogger/alarms/alarm-keeping';
import { planConfiguration } from '../../../src/datalogger/sources/simulator/first-plant/first-configuration';
import type { PlantSize } from '../../../src/datalogger/sources/simulator/sizes';
import { AlarmStore, openAlarms } from '../../../src/datalogger/storage/alarms/alarms';
import { processorMs } from '../../support/processor-time';
import { simulatedTestPlant, type TestPlant } from '../../support/simulated-plant';

const start = Date.parse('2026-06-10T13:42:10+02:00') / 1000;

let folder: string;
let plant: TestPlant;
let store: AlarmStore;
let alarms: AlarmKeeping;
let db: Database.Database;
let errors: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alarms-'));
  errors = [];
});
afterEach(() => {
  alarms.close();
  rmSync(folder, { recursive: true });
});

function keep(size: PlantSize): void {
  const path = join(folder, 'alarms.db');
  openAlarms(path).close();
  db = new Database(path);
  store = new AlarmStore(db);
  plant = simulatedTestPlant({ size, seed: 1, startAt: start, hasNaturalFaults: false });
  const configuration = planConfiguration(plant.plan, start);
  alarms = new AlarmKeeping({
    store,
    installation: () => ({
      hardware: plant.hardware(),
      site: null,
      gridVoltage: plant.plan.facts.gridVoltage,
      exportLimitKw: null,
      configuration,
      usualEpi: null,
      lostTodayKwh: null,
      diskUsedPercent: null,
      hasUploadFailed: false,
      upsDelayS: null,
      hasDamage: false,
      isDiskRefusing: false,
      memoryEnds: 0,
      lines: [],
      isLoopOpen: null,
      strayOutputs: [],
    }),
    release: () => undefined,
    isRefused: () => false,
    onFailure: () => undefined,
    log: { info: () => undefined, error: message => errors.push(message) },
  });
}

function cycle(seconds: number): void {
  for (let second = 0; second < seconds; second++) {
    plant.advance(plant.snapshot().t + 1);
    alarms.cycle(plant.snapshot(), plant.snapshot().t);
  }
}

/** As if the disk had no room for another page. */
function fillDisk(): void {
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
}

test('what a full disk does not take is kept, and stored in order once there is room', () => {
  keep('medium');
  fillDisk();
  for (const { id } of plant.plan.strings) {
    plant.inject({ kind: 'override', group: 'stringhe', id, point: 'i', value: -5 });
  }
  cycle(60);
  expect(store.open().length).toBeLessThan(80);
  expect(errors).toHaveLength(1);
  plant.clearFaults();
  cycle(60);
  db.pragma('max_page_count = 1000000');
  cycle(1);
  const open = store.open().filter(({ code }) => code === 'STR03');
  expect(open).toHaveLength(80);
  for (const { id } of open) {
    expect(store.story(id).map(({ to }) => to)).toEqual(['attivo', 'rientrato']);
  }
  expect(errors).toHaveLength(1);
});

test('refuses an acknowledgement that the alarms database cannot store, and records that it was refused', () => {
  keep('medium');
  plant.inject({ kind: 'inverter-trip', inverter: 1, cause: 'ground' });
  cycle(30);
  const waiting = alarms.find(1);
  expect(waiting?.state).toBe('attivo');
  fillDisk();
  const action = { by: 'operatore', at: start + 30, note: 'x'.repeat(100_000) };
  const rows: unknown[] = [];
  const record: RecordAction = (changed, result) => rows.push([changed.map(({ id }) => id), result]);
  expect(() => alarms.acknowledge([1], action, record)).toThrow('full');
  expect(rows).toEqual([
    [[1], 'ok'],
    [[1], 'refused'],
  ]);
  expect(alarms.find(1)).toEqual(waiting);
  expect(store.find(1)).toEqual(waiting);
});

test('acknowledges nothing where the audit log refuses its row', () => {
  keep('medium');
  plant.inject({ kind: 'inverter-trip', inverter: 1, cause: 'ground' });
  cycle(30);
  const refusing: RecordAction = () => {
    throw new Error('full');
  };
  expect(() => alarms.acknowledge([1], { by: 'operatore', at: start + 30, note: '' }, refusing)).toThrow(
    'full',
  );
  expect(alarms.find(1)?.state).toBe('attivo');
  expect(store.find(1)?.state).toBe('attivo');
});

test('in the largest plant, 2,000 changes within 10 s are stored without a cycle being late', () => {
  keep('xl');
  cycle(5);
  for (const { id } of plant.plan.strings) {
    plant.inject({ kind: 'override', group: 'stringhe', id, point: 'i', value: -5 });
  }
  for (const { id } of plant.plan.trackers) {
    plant.inject({ kind: 'override', group: 'tracker', id, point: 'imot', value: 99 });
  }
  let slowestMs = 0;
  for (let second = 0; second < 60; second++) {
    slowestMs = Math.max(
      slowestMs,
      processorMs(() => cycle(1)),
    );
  }
  const begins = store.open().map(({ begin }) => begin);
  expect(begins.length).toBeGreaterThan(2000);
  expect(Math.max(...begins) - Math.min(...begins)).toBeLessThanOrEqual(10);
  expect(slowestMs).toBeLessThan(1000);
});
