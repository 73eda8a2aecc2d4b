import type { RunningProgram } from './program';

/** What a release has answered about the data folder that was kept of it (`scripts/keep-data-folder.ts`). */
export interface KeptRelease {
  readonly version: string;
  /** Of the plant, when it was asked. */
  readonly clock: string;
  /** Who logs in, all with `releasePassword`. */
  readonly users: readonly string[];
  /** By path below `/api/`. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** The password of every account in a kept data folder: that of the demonstration accounts in tests. */
export const releasePassword = 'girasole-42';

/** What changes by itself, at a login or with the clock. */
const isPassing = (key: string, value: unknown) =>
  key === 'ultimo_accesso' || (key === 'ora' && typeof value === 'number');

/** The answers of a program to some paths; of those that come in pages the rows of the first. */
export async function askRelease(
  program: RunningProgram,
  paths: readonly string[],
): Promise<KeptRelease['answers']> {
  const answers: Record<string, unknown> = {};
  for (const path of paths) {
    const reply = await program.call(path);
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`);
    const answer = JSON.parse(text, (key, value) => (isPassing(key, value) ? undefined : value));
    answers[path] = answer.righe ?? answer;
  }
  return answers;
}
