import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Returns the result of a command that fails instead of throwing. */
  readonly mayFail?: boolean;
}

/** Runs a program and returns its output; throws with the output if it fails. */
export async function runCommand(command: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: 'pipe', env: options.env ?? process.env });
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', text => {
    output.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', text => {
    output.err += text;
  });
  // A program that does not read its input ends as it likes.
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  const [code] = await once(child, 'close');
  const ran: Ran = { code, ...output };
  if (code !== 0 && !options.mayFail) {
    throw new Error(`${args.at(-1)}\nended with ${code}\n${ran.out}${ran.err}`);
  }
  return ran;
}
