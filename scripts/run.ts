import { spawnSync } from 'node:child_process';

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
