import { randomInt } from 'node:crypto';
import type { Database } from '../database/database';

/** What makes this installation itself, and the switches of System setup. */
export interface Installation {
  /** Made up at the first start, then kept: `MRD-0417-2291`. */
  readonly serial: string;
  /** Whether the plant aggregates are shown without a session. */
  isPlantPublic(): boolean;
  setPlantPublic(isPublic: boolean): void;
  /** Where the readings come from that the data are of; null of a new folder. */
  source(): string | null;
  /** Decides it, once and for ever. */
  setSource(name: string): void;
  /** Which simulated plant the data are of; the first call decides it by its `wanted`. */
  simulatedPlant(wanted: string): string;
  /** Fingerprint of the recording that the data are of; likewise. */
  recording(wanted: string): string;
}

export function createInstallation(db: Database): Installation {
  const read = db.prepare<[string], { value: string }>('SELECT value FROM installation WHERE name = ?');
  const add = db.prepare('INSERT OR IGNORE INTO installation VALUES (?, ?)');
  const put = db.prepare('INSERT OR REPLACE INTO installation VALUES (?, ?)');
  add.run('serial', newSerial());
  add.run('plant_public', '1');
  const decided = (name: string, wanted: string) => {
    add.run(name, wanted);
    return read.get(name)?.value ?? wanted;
  };
  return {
    serial: read.get('serial')?.value ?? '',
    isPlantPublic: () => read.get('plant_public')?.value === '1',
    setPlantPublic: isPublic => void put.run('plant_public', isPublic ? '1' : '0'),
    // Folders were made by the simulator before there was another source.
    source: () =>
      read.get('source')?.value ?? (read.get('simulated_plant') === undefined ? null : 'simulated'),
    setSource: name => void add.run('source', name),
    simulatedPlant: wanted => decided('simulated_plant', wanted),
    recording: wanted => decided('recording', wanted),
  };
}

function newSerial(): string {
  const digits = () => String(randomInt(10_000)).padStart(4, '0');
  return `MRD-${digits()}-${digits()}`;
}
