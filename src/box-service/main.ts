import { Host } from './host';
import { BoxNetworks } from './network';
import { createBoxServer } from './server';
import { readBoxSettings } from './settings';

/** The first socket that systemd passes (sd_listen_fds(3)). */
const firstSocket = 3;
/** Without a request for this long the program ends; the next one starts it again. */
const idleMs = 30_000;

const say = (error: unknown) => process.stderr.write(`${error instanceof Error ? error.message : error}\n`);

function serve(parts: Parameters<typeof createBoxServer>[0]): void {
  if (process.env.LISTEN_FDS !== '1') throw new Error('meridiana-system.socket has to start this program');
  const server = createBoxServer(parts);
  let idle = setTimeout(end, idleMs);
  function end() {
    idle = setTimeout(end, idleMs);
    server.getConnections((_, count) => {
      if (count === 0 && !parts.networks.isActivating) process.exit(0);
    });
  }
  server.on('connection', () => {
    clearTimeout(idle);
    idle = setTimeout(end, idleMs);
  });
  server.listen({ fd: firstSocket });
}

async function main(): Promise<void> {
  const { lines, ...settings } = readBoxSettings(process.env);
  const host = new Host();
  const networks = new BoxNetworks({ ...settings, host, onFailure: say });
  if (process.argv[2] === 'revert') await networks.revert();
  else serve({ host, networks, lines });
}

main().catch(error => {
  say(error);
  process.exit(1);
});
