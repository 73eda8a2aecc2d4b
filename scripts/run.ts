import { spawn, spawnSync } from 'node:child_process';

/** Runs a command and shows its output. If it fails, ends this process with the same status. */
export function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): void {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (error) console.error(`${command}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/** Begins a command that runs beside the next ones. Await what it returns: if the command fails, this process ends with the same status. */
export function begin(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { stdio: 'inherit' });
  process.once('exit', () => child.kill());
  return new Promise(resolve => {
    child.once('error', error => {
      console.error(`${command}: ${error.message}`);
      process.exit(1);
    });
    child.once('exit', code => {
      if (code !== 0) process.exit(code ?? 1);
      resolve();
    });
  });
}
