import { createHash, type Hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import DatabaseFile from 'better-sqlite3';
import type { Fault } from '../../src/contract/faults';
import { groups } from '../../src/contract/points';
import type { PlantSize } from '../../src/datalogger/sources/simulator/sizes';
import { configClient } from './config-client';
import { startDatalogger, type TestDatalogger } from './datalogger';

/**
 * Hashes of every figure of one simulated day: one for the live rows of each group, one for each table of the archive, one for the
 * alarms.
 */
export interface FigureHashes {
  readonly live: Readonly<Record<string, string>>;
  readonly archive: Readonly<Record<string, string>>;
  readonly alarms: string;
}

const minutesOfDay = 24 * 60;
/** Minutes between the starts of two faults, and duration of each fault in seconds. */
const faultEveryMin = 30;
const faultS = 2400;
/** Minutes between two readings of all live values. */
const lookEveryMin = 3;

/** One fault of every kind; every size of plant has their devices. */
const faultOf: { readonly [K in Fault['kind']]: Extract<Fault, { kind: K }> } = {
  'inverter-trip': { kind: 'inverter-trip', inverter: 1, cause: 'isolation' },
  'inverter-silent': { kind: 'inverter-silent', inverter: 2 },
  'inverter-derating': { kind: 'inverter-derating', inverter: 1, percent: 40 },
  'string-open': { kind: 'string-open', string: 3 },
  'string-drift': { kind: 'string-drift', string: 5, percent: 20 },
  'soiled-group': { kind: 'soiled-group', box: 1, percent: 15 },
  'sensor-drift': { kind: 'sensor-drift', sensor: 1, percent: 12 },
  'sensor-silent': { kind: 'sensor-silent', sensor: 2 },
  'tracker-stuck': { kind: 'tracker-stuck', tracker: 1 },
  'grid-dip': { kind: 'grid-dip', percent: 40 },
  'grid-swell': { kind: 'grid-swell', percent: 125 },
  'grid-frequency': { kind: 'grid-frequency', hertz: 51.8 },
  'grid-outage': { kind: 'grid-outage' },
  'grid-earth': { kind: 'grid-earth', percent: 8 },
  'grid-unbalance': { kind: 'grid-unbalance', percent: 90 },
  'ddi-open': { kind: 'ddi-open' },
  'ddi-stuck': { kind: 'ddi-stuck' },
  'remote-trip': { kind: 'remote-trip' },
  'spi-local': { kind: 'spi-local' },
  'spi-signal-lost': { kind: 'spi-signal-lost' },
  'dso-limit': { kind: 'dso-limit', percent: 60 },
  'dso-link-lost': { kind: 'dso-link-lost' },
  'plant-silent': { kind: 'plant-silent' },
  'ups-mains-lost': { kind: 'ups-mains-lost' },
  'ups-battery-low': { kind: 'ups-battery-low' },
  'cpu-hot': { kind: 'cpu-hot', celsius: 88 },
  override: { kind: 'override', group: 'inverter', id: 1, point: 'riso', value: 12 },
  'override-state': { kind: 'override-state', group: 'inverter', id: 2, state: 7 },
  'override-quality': { kind: 'override-quality', group: 'contatori', id: 1, quality: 64 },
  'override-silent': { kind: 'override-silent', group: 'cci', id: 1 },
  'dso-reactive': { kind: 'dso-reactive', percent: -20 },
  'dso-power-factor': { kind: 'dso-power-factor', factor: 0.95 },
};

const faults: readonly Fault[] = Object.values(faultOf);

/** Changes that an administrator makes during the day, by minute of the day. */
function changesOf(datalogger: TestDatalogger): Readonly<Record<number, () => Promise<unknown>>> {
  const { change, add, remove, list } = configClient(datalogger);
  return {
    60: () => change('sensori', { gain: 1.04, offset: 2 }),
    95: () => change('contatori', { inverti: true, offset: 100 }),
    130: () => change('contatori', { inverti: false, offset: 0 }),
    170: () => change('inverters', { in_manutenzione: true }, 2),
    230: () => change('inverters', { in_manutenzione: false, abilitato: false }, 2),
    290: () => change('inverters', { abilitato: true }, 2),
    330: () => change('inverters', { kwp: 61 }),
    370: () => change('box-stringhe', { gain: 0.93, offset: 0.2 }),
    410: () => change('digital-signals', { contatto: 'NC', memoria: true, ritardo_on: 3 }),
    450: () => add('inverters', { nome: 'INV nord', pn: 50, kwp: 55 }),
    520: () => add('sensori', { nome: 'Piranometro 2', tipo: 'poa', primario: false }),
    560: () => change('digital-signals', { contatto: 'NA', memoria: false, ritardo_on: 0 }),
    640: async () => remove('inverters', (await list('inverters')).at(-1)?.id ?? 0),
  };
}

/** Runs one day of a plant with every kind of fault and some changes by an administrator, and hashes everything it shows and stores. */
export async function figuresOfDay(size: PlantSize): Promise<FigureHashes> {
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-'));
  try {
    const datalogger = await startDatalogger({
      size,
      seed: 7,
      hasNaturalFaults: true,
      historyDays: 3,
      at: '2026-06-10T05:30:00+02:00',
      dataFolder: folder,
      keepsHistory: true,
    });
    const live = await liveOfDay(datalogger);
    await datalogger.close();
    return {
      live,
      archive: tablesOf(join(folder, 'measures.db'), { without: ['note'] }),
      alarms: Object.values(tablesOf(join(folder, 'alarms.db'), { only: ['occurrence', 'step'] })).join(' '),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function liveOfDay(datalogger: TestDatalogger): Promise<Record<string, string>> {
  const hashes = new Map(groups.map(group => [group as string, createHash('sha256')]));
  const changes = changesOf(datalogger);
  for (let minute = 0; minute < minutesOfDay; minute++) {
    const fault = minute % faultEveryMin === 5 ? faults[Math.floor(minute / faultEveryMin)] : undefined;
    if (fault) datalogger.plant.inject(fault, faultS);
    await changes[minute]?.();
    datalogger.plantClock.advance(60_000);
    datalogger.bringUpToDate();
    if (minute % lookEveryMin === 0) look(datalogger, hashes);
  }
  return Object.fromEntries([...hashes].map(([group, hash]) => [group, short(hash)]));
}

function look({ plant }: TestDatalogger, hashes: ReadonlyMap<string, Hash>): void {
  const snapshot = plant.snapshot();
  for (const group of groups) {
    const { id, nome, stato, sampled, q, values } = snapshot.groups[group];
    const points = Object.keys(values).sort();
    const rows = [snapshot.t, id, nome, stato, sampled, q, points.map(point => [point, values[point]])];
    hashes.get(group)?.update(JSON.stringify(rows));
  }
}

/** A hash of every row of every table. */
function tablesOf(
  path: string,
  { only, without = [] }: { only?: readonly string[]; without?: readonly string[] },
): Record<string, string> {
  const database = new DatabaseFile(path, { readonly: true });
  try {
    const names = database
      .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      .pluck()
      .all()
      .filter(
        name => !name.startsWith('sqlite_') && !without.includes(name) && (only?.includes(name) ?? true),
      );
    return Object.fromEntries(
      names.map(name => {
        const hash = createHash('sha256');
        for (const row of database.prepare(`SELECT * FROM "${name}"`).raw().iterate())
          hash.update(JSON.stringify(row));
        return [name, short(hash)];
      }),
    );
  } finally {
    database.close();
  }
}

const short = (hash: Hash) => hash.digest('hex').slice(0, 16);
