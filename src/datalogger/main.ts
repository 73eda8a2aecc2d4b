import { oneLine } from './log';
import { readSettings } from './settings';
import { start } from './start';

/** The command line: everything is said in environment variables (README). */
async function main(): Promise<void> {
  // What it writes is nobody else's: databases, their logs, the signing key.
  process.umask(0o077);
  const stop = await start(readSettings(process.env), line => console.log(line));
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

function fail(error: unknown): void {
  console.error(`meridiana: ${oneLine(error instanceof Error ? error.message : String(error))}`);
  process.exit(1);
}

main().catch(fail);
