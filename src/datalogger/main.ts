import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { serveLongWork } from './api/long-work/serve';
import { commands } from './commands';
import { oneLine } from './core/log';
import { readSettings } from './settings';
import { start } from './start';

/**
 * The command line: all settings are environment variables (README). Without arguments the datalogger runs; `code USER` issues a one-time
 * code for an account whose password is lost, and ends.
 */
async function main(): Promise<void> {
  // Files that it writes (databases, their logs, the signing key) are for its own user only.
  process.umask(0o077);
  const [command, ...names] = process.argv.slice(2);
  if (command !== undefined) return carryOut(command, names);
  const leave = () => process.exit(0);
  const program = fileURLToPath(import.meta.url);
  const stop = await start(readSettings(process.env), line => console.log(line), {
    leave,
    // Not the path of the command line: that one may lead to another version by then. A thread cannot read TypeScript.
    ...(program.endsWith('.js') && { thread: { program } }),
  });
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    stop().then(
      () => process.exit(0),
      error => fail(error),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

function carryOut(name: string, [argument, ...others]: readonly string[]): void {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || argument === undefined || others.length > 0)
    throw new Error('its only command is: code USER');
  const answer = command.run(readSettings(process.env), argument);
  if (answer !== null) console.log(answer);
}

function fail(error: unknown): void {
  console.error(`meridiana: ${oneLine(error instanceof Error ? error.message : String(error))}`);
  process.exit(1);
}

if (isMainThread) main().catch(fail);
else serveLongWork();
