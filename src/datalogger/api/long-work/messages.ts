import type { ProblemCode } from '../../../contract/problem';
import type { Unwritten } from '../../storage/measures/measures';
import { CallerLeft, ProblemError } from '../http/handler';
import type { FileJobName, InputOf, JobName } from './jobs';

/** What the thread is started with. */
export interface ThreadData {
  /** Where the databases are. */
  readonly dataFolder: string;
  /** An Int32 with the number of the newest order whose caller has left. */
  readonly left: SharedArrayBuffer;
}

/** To the thread: one order at a time. `unwritten`: of the archive; absent for work on a file. */
export interface Order {
  readonly number: number;
  readonly name: JobName | FileJobName;
  readonly input: InputOf<JobName | FileJobName>;
  readonly unwritten?: Unwritten;
}

/** From the thread: one for each order. */
export type Outcome = { readonly number: number } & (
  | { readonly value: unknown }
  | { readonly failure: Failure }
);

/** An error as plain data. */
interface Failure {
  readonly message: string;
  readonly stack?: string | undefined;
  /** Of SQLite and of the system. */
  readonly code?: string | undefined;
  readonly hasLeft?: boolean;
  readonly problem?: Pick<ProblemError, 'status' | 'details'> & { readonly codice: ProblemCode };
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack } = error;
  if (error instanceof ProblemError) {
    const { status, codice, details } = error;
    return { message, problem: { status, codice, details } };
  }
  return {
    message,
    stack,
    hasLeft: error instanceof CallerLeft,
    code: 'code' in error ? String(error.code) : undefined,
  };
}

export function errorOf({ message, stack, code, hasLeft, problem }: Failure): Error {
  if (hasLeft) return new CallerLeft();
  if (problem) return new ProblemError(problem.status, problem.codice, message, problem.details);
  return Object.assign(new Error(message), { ...(stack && { stack }), ...(code && { code }) });
}
