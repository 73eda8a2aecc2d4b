import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillHistory } from '../../src/datalogger/plant/sampler/history';
import { firstHistory, type PastOptions } from '../../src/datalogger/sources/simulator/history/first-history';
import { memoryStorage, type Storage } from '../../src/datalogger/storage/database/storage';
import { openMeasures } from '../../src/datalogger/storage/measures/measures';

type Past = Omit<PastOptions, 'seconds'>;

/** The contents of each archive that a test of this process has used. */
const made = new Map<string, Buffer>();

/**
 * A storage of its own with the archive of a plant with this past, until `remove`. Simulating a past takes seconds, so each one is made
 * once and then copied.
 */
export function storageWithPast(past: Past, zone: string): { readonly storage: Storage; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-past-'));
  const path = join(folder, 'measures.db');
  const name = JSON.stringify([past, zone]);
  const archive = made.get(name) ?? archiveOf(past, zone, path);
  made.set(name, archive);
  writeFileSync(path, archive);
  return {
    storage: { ...memoryStorage, open: (_name, open) => open(path) },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function archiveOf(past: Past, zone: string, path: string): Buffer {
  const store = openMeasures(path);
  fillHistory({ store, slots: firstHistory(past, zone), zone });
  store.close();
  return readFileSync(path);
}
