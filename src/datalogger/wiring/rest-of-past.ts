import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { startOfLocalDay } from '../../contract/zone';
import type { Change } from '../alarms/model';
import type { Log } from '../core/log';
import { completeHistory } from '../plant/sampler/history';
import { type AlarmStore, openAlarms } from '../storage/alarms/alarms';
import type { Storage } from '../storage/database/storage';
import { type Measures, openMeasures } from '../storage/measures/measures';
import { moveDays } from '../storage/measures/zone';

export interface RestOptions {
  readonly archive: Measures;
  readonly alarms: AlarmStore;
  readonly storage: Pick<Storage, 'relieve'>;
  /** The plant's IANA zone now. */
  readonly zone: () => string;
  /** The folder in which the whole past is made before it is taken over. */
  readonly folder: string;
  /**
   * Arguments with which Node makes the past up to `endS`: the whole in `folder`, writing the share done to stdout, % in lines; its last
   * days in the databases themselves.
   */
  readonly command: (part: 'past' | 'recent', endS: number) => readonly string[];
  readonly onProgress: (percent: number) => void;
  readonly log: Log;
}

/** The names of the databases in that folder. */
export const pastFiles = (folder: string) => ({
  measures: join(folder, 'measures.db'),
  alarms: join(folder, 'alarms.db'),
});

/**
 * Lets another process write the last days of a past into the archive, and waits for it; nothing where that was done before. What making
 * them takes of memory ends with that process.
 */
export function makeRecent(archive: Measures, command: readonly string[]): void {
  if (archive.note('history_complete') !== null || archive.note('history_recent') !== null) return;
  const { status, signal, error } = spawnSync(process.execPath, command, {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0)
    throw new Error(`the last days of the plant could not be written: ${error?.message ?? signal ?? status}`);
}

/** Time between two parts that are taken over, so that requests and samples come first. */
const pauseMs = 10;

/**
 * After a first start that wrote only the last days of a simulated past: lets another process make the whole past, and takes it over
 * when it is complete. A process that was killed goes on at the next start.
 */
export class RestOfPast {
  readonly #options: RestOptions;
  #percent = 0;
  #child: ChildProcess | undefined;
  #isStopped = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: RestOptions) {
    this.#options = options;
  }

  /** Share of the past that is written, %; 100 where it is whole. */
  get percent(): number {
    return this.#options.archive.note('history_complete') === null ? this.#percent : 100;
  }

  start(): void {
    const { archive, folder, log } = this.#options;
    if (archive.note('history_complete') !== null) {
      this.#clear();
      return;
    }
    const endS = archive.note('history_recent');
    if (endS === null) return;
    if (!existsSync(folder)) log.info('the rest of the first history is written in another process');
    this.#running = this.#write(endS).catch(error => {
      if (this.#isStopped) return;
      log.error('the rest of the first history could not be written, the next start goes on', error);
      this.#options.storage.relieve(error);
    });
  }

  /** Resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#child?.kill('SIGKILL');
    await this.#running;
  }

  async #write(endS: number): Promise<void> {
    await this.#make(endS);
    await this.#takeOver(endS);
    this.#clear();
    this.#options.onProgress(100);
  }

  async #make(endS: number): Promise<void> {
    const child = spawn(process.execPath, this.#options.command('past', endS), {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    child.unref();
    createInterface(child.stdout).on('line', line => {
      this.#percent = Math.min(99, Number(line));
      this.#options.onProgress(this.#percent);
    });
    const code = await new Promise((done, fail) => child.once('error', fail).once('close', done));
    if (code !== 0) throw new Error(`it ended with ${code}`);
  }

  /** The day on which the past ended stays as it is: what was counted since goes on from there. */
  async #takeOver(endS: number): Promise<void> {
    const { archive, alarms, folder, zone } = this.#options;
    const files = pastFiles(folder);
    const past = openMeasures(files.measures);
    moveDays(past, zone());
    past.close();
    for (const _ of archive.adopt(files.measures, startOfLocalDay(zone(), endS))) {
      await wait(pauseMs, undefined, { ref: false });
      if (this.#isStopped) throw new Error('stopped');
    }
    const judged = openAlarms(files.alarms);
    alarms.adoptPast(everyChange(judged), endS);
    judged.close();
    completeHistory(archive, endS);
  }

  #clear(): void {
    rmSync(this.#options.folder, { recursive: true, force: true });
  }
}

function everyChange(store: AlarmStore): Change[] {
  const ids = Array.from({ length: store.lastId() }, (_, index) => index + 1);
  return ids.flatMap(id => {
    const occurrence = store.find(id);
    return occurrence ? [{ occurrence, steps: store.story(id), spans: store.spansOf(id) }] : [];
  });
}
