import { oneLine } from './log';
import { readSettings } from './settings';
import { start } from './start';

/** The command line: all settings are environment variables (README). */
async function main(): Promise<void> {
  // Files that it writes (databases, their logs, the signing key) are for its own user only.
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
