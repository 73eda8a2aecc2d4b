import { existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Log } from '../../core/log';
import type { Clock } from '../../core/time/clock';
import { backUp, backupsOf } from './backups';
import { usable } from './data-folder';
import { isDamage, suffixes } from './database';
import { DiskReserve } from './disk-reserve';
import { isStorageFull, type Refusal, refusalOf } from './full';
import { takesWrites } from './probe';
import { openOrRescue, type Rescue } from './rescue';
import { keepRestored, openRestored } from './restored';

/** The databases, in the order in which they are made at a first start. */
export const databaseNames = ['config.db', 'alarms.db', 'jobs.db', 'measures.db'] as const;
export type DatabaseName = (typeof databaseNames)[number];

/** Opens the databases, and protects them against damage and a full disk. */
export interface Storage {
  /** Opens a database by the name of its file; a damaged or lost one is replaced by its last good copy. */
  open<T>(name: DatabaseName, open: (path: string) => T): T;
  /** The databases that were replaced at this start. */
  readonly rescues: readonly Rescue[];
  /** Whether a database was replaced at this start, or was found damaged since and will be replaced at the next one. */
  readonly hasDamage: boolean;
  /** Share of the disk that is in use, %; null where it is not known. */
  usedPercent(): number | null;
  /** Sets the function that deletes data when there is no other room left. */
  whenFull(giveUp: () => void): void;
  /** What is done as soon as a disk that took nothing takes writes again. */
  whenTaken(work: () => void): void;
  /** Why the disk refused the last write; null as soon as it accepts writes again. */
  readonly refusal: Refusal | null;
  /** Notes that a database is damaged or that the disk refuses, where `error` says so, and makes room on a full one: what was to be written may be tried again. */
  relieve(error: unknown): void;
  /** A start has lasted: what was restored stays, and the databases before it are forgotten. */
  keepRestored(): void;
  /** From now on copies are made, and the disk reserve is taken again where there is room. */
  start(): void;
  /** Resolves when the copy under way, which breaks off, has let go of its database. */
  stop(): Promise<void>;
}

/** Room for the write-ahead logs of deletions: deleting needs room itself. */
const reserveBytes = 2 ** 21;
const lookEveryMs = 10_000;
/** Time between two deletions: each frees enough room for longer than that. */
const giveUpEveryMs = 3_600_000;
/** Time between two checks of which copies are due. */
const copyEveryMs = 300_000;

/** All in memory: it ends with the process. */
export const memoryStorage: Storage = {
  open: (_name, open) => open(':memory:'),
  rescues: [],
  hasDamage: false,
  usedPercent: () => null,
  whenFull: () => undefined,
  whenTaken: () => undefined,
  refusal: null,
  relieve: () => undefined,
  keepRestored: () => undefined,
  start: () => undefined,
  stop: async () => undefined,
};

interface Surroundings {
  /** The device's: by it files are stamped. */
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** Called before a database is opened, which checks all of it and may change all of it: with its bytes. */
  readonly onOpen?: ((bytes: number) => void) | undefined;
}

/** A sign, apart from the databases, that a folder has been in use. */
export interface Mark {
  readonly isKept: boolean;
  keep(): void;
}

/** Throws an Error of one clear line when the folder cannot be used. */
export function createStorage(folder: string, mark: Mark, by: Surroundings): Storage {
  return new DiskStorage(usable(folder), mark, by);
}

class DiskStorage implements Storage {
  readonly rescues: Rescue[] = [];
  readonly #folder: string;
  readonly #mark: Mark;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #log: Log;
  readonly #onOpen: (bytes: number) => void;
  readonly #reserve: DiskReserve;
  readonly #paths: string[] = [];
  #giveUp: () => void = () => undefined;
  readonly #whenTaken: (() => void)[] = [];
  #gaveUpMs = Number.NEGATIVE_INFINITY;
  #refusal: Refusal | null = null;
  #hasMetDamage = false;
  /** Databases that were found damaged while they were copied. */
  readonly #damaged = new Set<string>();
  #timers: NodeJS.Timeout[] = [];
  #copying: Promise<void> | null = null;
  #isStopped = false;

  constructor(folder: string, mark: Mark, { clock, log, onOpen }: Surroundings) {
    this.#onOpen = onOpen ?? (() => undefined);
    this.#folder = folder;
    this.#mark = mark;
    this.#clock = clock;
    this.#log = log;
    this.#reserve = new DiskReserve(join(folder, 'disk-reserve'), reserveBytes);
  }

  open<T>(name: DatabaseName, open: (path: string) => T): T {
    const path = join(this.#folder, name);
    const wasThere = this.#wasThere(name);
    this.#onOpen(sizeOf(path));
    const database = this.#withRoom(
      () => this.#openRestored(path, open) ?? this.#openWhole(path, open, wasThere),
    );
    this.#paths.push(path);
    return database;
  }

  /** Whether a database has existed: after an interrupted first start there are only the first databases, and no mark. */
  #wasThere(name: DatabaseName): boolean {
    const later = databaseNames.slice(databaseNames.indexOf(name) + 1);
    const hasContent = (path: string) => existsSync(path) && statSync(path).size > 0;
    return (
      this.#mark.isKept ||
      backupsOf(join(this.#folder, name)).some(hasContent) ||
      later.some(other => hasContent(join(this.#folder, other)))
    );
  }

  #openRestored<T>(path: string, open: (path: string) => T): T | null {
    const restored = openRestored(path, open);
    if (restored.kind === 'refused')
      this.#log.error(`${path} stays: what was restored is not whole`, restored.error);
    if (restored.kind !== 'opened') return null;
    this.#log.info(`${path} was restored; the one before is kept until this start has lasted`);
    return restored.database;
  }

  #openWhole<T>(path: string, open: (path: string) => T, wasThere: boolean): T {
    return openOrRescue(path, open, {
      wasThere,
      // So that the next start knows that there were accounts, also where the new configuration has none.
      onDamage: () => this.#mark.keep(),
      onRescue: (rescue, damage) => {
        this.rescues.push(rescue);
        this.#log.error(`${damage.message}: ${inWords(rescue)}`);
      },
    });
  }

  /** Where the disk is already full at the start, the reserve is used. */
  #withRoom<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!isStorageFull(error) || !this.#reserve.release()) throw error;
      return work();
    }
  }

  usedPercent(): number | null {
    const { blocks, bfree, bavail } = statfsSync(this.#folder);
    const used = blocks - bfree;
    // As `df` counts: what only root may use is in nobody's share.
    return used + bavail > 0 ? (100 * used) / (used + bavail) : null;
  }

  whenFull(giveUp: () => void): void {
    this.#giveUp = giveUp;
  }

  whenTaken(work: () => void): void {
    this.#whenTaken.push(work);
  }

  get hasDamage(): boolean {
    return this.#hasMetDamage || this.rescues.length + this.#damaged.size > 0;
  }

  get refusal(): Refusal | null {
    return this.#refusal;
  }

  keepRestored(): void {
    for (const path of this.#paths) keepRestored(path);
  }

  relieve(error: unknown): void {
    if (isDamage(error)) this.#hasMetDamage = true;
    const refusal = refusalOf(error);
    if (refusal === null) return;
    if (this.#refusal !== refusal) this.#log.error(`the disk takes nothing: it is ${refusal}`);
    this.#refusal = refusal;
    if (refusal === 'full') this.#makeRoom();
  }

  #makeRoom(): void {
    const wasHeld = this.#reserve.release();
    if (wasHeld) this.#log.error('the disk is full, the disk reserve was released');
    try {
      if (!wasHeld && performance.now() - this.#gaveUpMs >= giveUpEveryMs) {
        this.#giveUp();
        this.#gaveUpMs = performance.now();
      }
      for (const path of this.#paths) giveLogBack(path);
    } catch (cause) {
      // Even that failed: it is tried again at the next failure.
      if (!isStorageFull(cause)) this.#log.error('no room could be made on the disk', cause);
    }
  }

  start(): void {
    this.#reserve.hold();
    this.#copyWhatIsDue();
    this.#timers = [
      setInterval(() => this.#look(), lookEveryMs),
      setInterval(() => this.#copyWhatIsDue(), copyEveryMs),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#copying;
  }

  #look(): void {
    if (this.#refusal !== null && this.#paths.every(takesWrites)) {
      this.#refusal = null;
      this.#log.info('the disk takes everything again');
      this.#doWhatWaited();
    }
    this.#reserve.hold();
  }

  #doWhatWaited(): void {
    try {
      for (const work of this.#whenTaken) work();
    } catch (error) {
      this.relieve(error);
      if (refusalOf(error) === null) this.#log.error('what waited for the disk could not be done', error);
    }
  }

  #copyWhatIsDue(): void {
    this.#copying ??= this.#copyEach().finally(() => {
      this.#copying = null;
    });
  }

  /** Copies one database after the other, because a slow card is needed for other things as well. */
  async #copyEach(): Promise<void> {
    for (const path of this.#paths.filter(each => !this.#damaged.has(each))) {
      try {
        await backUp(path, () => this.#isStopped, this.#clock.now());
      } catch (error) {
        if (this.#isStopped) break;
        this.#log.error(`${path} could not be copied`, error);
        if (isDamage(error)) this.#damaged.add(path);
      }
    }
  }
}

/** Bytes of a database with what waits beside it: its log, and what was restored or copied. */
function sizeOf(path: string): number {
  const files = [...suffixes.map(suffix => path + suffix), ...backupsOf(path)];
  return Math.max(...files.map(file => statSync(file, { throwIfNoEntry: false })?.size ?? 0));
}

function inWords({ name, copiedMs, movedTo }: Rescue): string {
  const aside = movedTo === null ? '' : `moved to ${movedTo}, `;
  return `${aside}${name} ${copiedMs === null ? 'begins anew' : `is as of ${new Date(copiedMs).toISOString()}`}`;
}

/** Moves the write-ahead log of a database into its file and frees the log's room, except for parts that are being read. */
function giveLogBack(path: string): void {
  // Does not wait for a running write, because the whole program would wait.
  const db = new Database(path, { fileMustExist: true, timeout: 0 });
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}
