import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Files that wait to be sent, the oldest first. They survive a power cut. */
export interface Spool {
  add(name: string, bytes: Uint8Array): void;
  /** The oldest, or the oldest except these. */
  oldest(except?: ReadonlyMap<string, unknown>): { readonly name: string; readonly bytes: Uint8Array } | null;
  remove(name: string): void;
  state(): { readonly files: number; readonly bytes: number };
  /** Deletes files older than `maxAgeMs`, and the oldest beyond `maxBytes`. Returns the deleted ones. */
  trim(maxAgeMs: number, maxBytes: number): { readonly name: string; readonly bytes: number }[];
}

interface Waiting {
  readonly file: string;
  readonly name: string;
  readonly bytes: number;
  readonly sinceMs: number;
}

/** A spool in a folder of its own. Each file is called by its time of arrival, never the same twice, and its name. */
export function openSpool(folder: string, now: () => number): Spool {
  const found = existsSync(folder) ? readdirSync(folder).sort() : [];
  // What a power cut left half written was never complete.
  for (const file of found) if (file.endsWith('.tmp')) rmSync(join(folder, file));
  let waiting = found.flatMap(file => waitingOf(folder, file));
  const drop = (gone: Waiting) => {
    rmSync(join(folder, gone.file), { force: true });
    waiting = waiting.filter(each => each !== gone);
  };
  const total = () => waiting.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    add(name, bytes) {
      mkdirSync(folder, { recursive: true, mode: 0o750 });
      const sinceMs = Math.max(now(), (waiting.at(-1)?.sinceMs ?? 0) + 1);
      const file = `${String(sinceMs).padStart(14, '0')}-${name}`;
      writeFileSync(join(folder, `${file}.tmp`), bytes, { mode: 0o640, flush: true });
      renameSync(join(folder, `${file}.tmp`), join(folder, file));
      waiting.push({ file, name, bytes: bytes.length, sinceMs });
    },
    oldest(except = new Map()) {
      const first = waiting.find(({ name }) => !except.has(name));
      return first ? { name: first.name, bytes: readFileSync(join(folder, first.file)) } : null;
    },
    remove(name) {
      const sent = waiting.find(each => each.name === name);
      if (sent) drop(sent);
    },
    state: () => ({ files: waiting.length, bytes: total() }),
    trim(maxAgeMs, maxBytes) {
      const gone: Waiting[] = [];
      for (let first = waiting[0]; first; first = waiting[0]) {
        if (now() - first.sinceMs <= maxAgeMs && total() <= maxBytes) break;
        drop(first);
        gone.push(first);
      }
      return gone;
    },
  };
}

function waitingOf(folder: string, file: string): Waiting[] {
  const [, since, name] = /^(\d{14})-(.+(?<!\.tmp))$/.exec(file) ?? [];
  if (since === undefined || name === undefined) return [];
  return [{ file, name, bytes: statSync(join(folder, file)).size, sinceMs: Number(since) }];
}
