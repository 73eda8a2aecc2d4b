import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { SerialPortChoice } from '../../../../contract/bus';

/** Where Linux names its devices: `dev` for their paths, `tty` for the drivers of terminals. */
const here = { dev: '/dev', tty: '/sys/class/tty' };

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

const realOf = (path: string): string | null => {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
};

/** Terminals behind which a device of the machine is: no consoles, and none of the ports that a board could have and has not (type 0). */
function isPort(folder: string): boolean {
  if (!namesIn(folder).includes('device')) return false;
  try {
    return readFileSync(join(folder, 'type'), 'utf8').trim() !== '0';
  } catch {
    return true;
  }
}

/** The serial ports of this machine: each by the names that stay with its adapter and with its socket, else by its number. */
export function serialPorts({ dev, tty } = here): readonly SerialPortChoice[] {
  const links = ['by-id', 'by-path'].flatMap(kind =>
    namesIn(join(dev, 'serial', kind)).map(name => ({ name, path: join(dev, 'serial', kind, name) })),
  );
  return namesIn(tty)
    .filter(name => isPort(join(tty, name)) && namesIn(dev).includes(name))
    .flatMap(name => {
      const real = realOf(join(dev, name));
      const own = links.filter(({ path }) => real !== null && realOf(path) === real);
      return own.length > 0
        ? own.map(link => ({ id: link.path, nome: `${name} · ${link.name}` }))
        : [{ id: join(dev, name), nome: name }];
    });
}
