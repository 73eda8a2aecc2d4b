import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { consoleFolder } from './build-console';
import { testPassword } from './datalogger';

const program = fileURLToPath(new URL('other-datalogger.py', import.meta.url));

export interface OtherDatalogger {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts the datalogger of another maker (python3) on a free port of 127.0.0.1. Its administrator is `admin` with the test password. */
export async function startOtherDatalogger(): Promise<OtherDatalogger> {
  const child = spawn('python3', [program, consoleFolder, '0', testPassword], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [''])]);
  const url = String(line).trim();
  if (!URL.canParse(url)) throw new Error('python3 did not start the other datalogger');
  return {
    url,
    port: Number(new URL(url).port),
    async stop() {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}
