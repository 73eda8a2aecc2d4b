import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openAlarms } from '../../src/datalogger/storage/alarms/alarms';
import { openConfigDatabase } from '../../src/datalogger/storage/config/config-database';
import { openJobsDatabase } from '../../src/datalogger/storage/jobs/jobs-database';
import { openMeasures } from '../../src/datalogger/storage/measures/measures';

const pathOf = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));

/**
 * Arguments with which Node runs the program: in `npm test` the built one, which starts in a fifth of the time; in a single run the
 * sources.
 */
export const ofProgram =
  process.env.DATALOGGER_IS_BUILT === '1'
    ? [pathOf('dist/datalogger/main.js')]
    : ['--import', 'tsx', pathOf('src/datalogger/main.ts')];

/** How a datalogger in the process of a test starts threads of the program. */
export const programThread = {
  program: ofProgram.length === 1 ? (ofProgram[0] ?? '') : pathOf('tests/support/program-thread.mjs'),
};

export interface Program {
  readonly child: ChildProcess;
  /** Exit code and complete output. */
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
  /** Waits for this pattern on stdout and returns its first group; rejects if the program ends before. */
  said(pattern: RegExp): Promise<string>;
  /** The output on stderr so far. */
  errors(): string;
}

/** Arguments with which Node runs a script of `scripts`. */
export const ofScript = (name: string) => ['--import', 'tsx', pathOf(`scripts/${name}`)];

/** Starts the datalogger as a user does, on a free port, with the small plant. */
export function startProgram(
  environment: Readonly<Record<string, string>>,
  command: readonly string[] = ofProgram,
  interpreter: string = process.execPath,
): Program {
  const child = spawn(interpreter, command, {
    env: { PATH: process.env.PATH, PLANT: 'small', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', text => {
    output.out += text;
  });
  child.stderr.on('data', text => {
    output.err += text;
  });
  const ended = once(child, 'close').then(([code]) => ({ code, ...output }));
  const said = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const match = pattern.exec(output.out);
      if (match) return match[1] ?? '';
      await Promise.race([once(child.stdout, 'data'), ended.then(end => Promise.reject(new Error(end.err)))]);
    }
  };
  return { child, ended, said, errors: () => output.err };
}

/** Makes a data folder for a plant without a past, so that the first start has no history to write. */
export function withoutPast(dataFolder: string): void {
  mkdirSync(dataFolder, { mode: 0o700 });
  openConfigDatabase(join(dataFolder, 'config.db')).close();
  openAlarms(join(dataFolder, 'alarms.db')).close();
  openJobsDatabase(join(dataFolder, 'jobs.db')).close();
  const measures = openMeasures(join(dataFolder, 'measures.db'));
  measures.transaction(() => measures.setNote('history_complete', 0));
  measures.close();
}

/** A running program, and a function that calls it with the administrator's token. */
export interface RunningProgram extends Program {
  readonly url: string;
  call(path: string, init?: { method?: string; json?: unknown; ifMatch?: string }): Promise<Response>;
}

/** Starts the program with the demonstration accounts and logs in. */
export async function runProgram(
  dataFolder: string,
  environment: Readonly<Record<string, string>> = {},
  command?: readonly string[],
  interpreter?: string,
): Promise<RunningProgram> {
  const password = 'girasole-42';
  const settings = { DATA_DIR: dataFolder, DEMO_PASSWORD: password, ...environment };
  const program = startProgram(settings, command, interpreter);
  const url = await program.said(/is at (http:\S+)/);
  const login = await fetch(`${url}api/auth/authenticate`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ user: 'admin', password }),
  });
  const token = (await login.text()).slice(10);
  return {
    ...program,
    url,
    call: (path, { method = 'GET', json, ifMatch } = {}) =>
      fetch(`${url}api/${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
        },
        body: json === undefined ? null : JSON.stringify(json),
      }),
  };
}

/** Waits until another process has written the history of a first start. */
export async function untilHistory({ call }: RunningProgram): Promise<void> {
  for (;;) {
    const facts: { storia_scritta?: number } = await (await call('auth/generale/1')).json();
    if (facts.storia_scritta === undefined) return;
    await wait(500);
  }
}
