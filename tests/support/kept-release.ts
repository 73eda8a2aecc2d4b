import type { RunningProgram } from './program';

/** The answers of a release for the data folder that was kept of it (`scripts/keep-data-folder.ts`). */
export interface KeptRelease {
  readonly version: string;
  /** Time of the plant's clock at the requests. */
  readonly clock: string;
  /** The users that can log in, all with `releasePassword`. */
  readonly users: readonly string[];
  /** Answers by path below `/api/`. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** The password of every account in a kept data folder; the same as that of the demonstration accounts in tests. */
export const releasePassword = 'girasole-42';

/** Values that change at a login or with the clock. */
const isPassing = (key: string, value: unknown) =>
  key === 'ultimo_accesso' || (key === 'ora' && typeof value === 'number');

/** The answers of a program to these paths; of an answer with pages, the rows of the first page. */
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
