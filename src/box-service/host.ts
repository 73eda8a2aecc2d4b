import { execFile } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** The programs that the service runs, and nothing else. */
const programs = {
  gpioget: '/usr/bin/gpioget',
  gpioset: '/usr/bin/gpioset',
  hostnamectl: '/usr/bin/hostnamectl',
  ip: '/usr/sbin/ip',
  networkctl: '/usr/bin/networkctl',
  nmcli: '/usr/bin/nmcli',
  systemctl: '/usr/bin/systemctl',
  'systemd-run': '/usr/bin/systemd-run',
  timedatectl: '/usr/bin/timedatectl',
} as const;
export type Program = keyof typeof programs;

/** Why a request was refused: this box cannot do it, or one of its programs failed. */
export class Refusal extends Error {
  readonly code: 'not_supported' | 'failed';

  constructor(code: Refusal['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export const notSupported = (what: string) => new Refusal('not_supported', `this box has no ${what}`);

const longestRunMs = 60_000;

/** Files and programs of the box. Tests give a folder as its root. */
export class Host {
  readonly #root: string;

  constructor(root = '') {
    this.#root = root;
  }

  /** Absolute path of a file of the box. */
  path(name: string): string {
    return join(this.#root, name);
  }

  has(name: string): boolean {
    return existsSync(this.path(name));
  }

  /** Absolute path of a program. */
  program(name: Program): string {
    return this.path(programs[name]);
  }

  hasProgram(name: Program): boolean {
    return existsSync(this.program(name));
  }

  /** Runs a program without a shell and returns its output. Rejects with a Refusal where it fails. */
  run(name: Program, ...args: readonly string[]): Promise<string> {
    const env = { PATH: '/usr/sbin:/usr/bin', LC_ALL: 'C', SYSTEMD_PAGER: '', SYSTEMD_COLORS: '0' };
    const options = { env, cwd: '/', timeout: longestRunMs, maxBuffer: 65_536 };
    return new Promise((resolve, reject) => {
      execFile(this.program(name), args, options, (error, out, err) => {
        if (error) reject(new Refusal('failed', `${name} ${args[0] ?? ''}: ${err.trim() || error.message}`));
        else resolve(out);
      });
    });
  }

  /** Whether a unit of systemd runs or starts. */
  async isActive(unit: string): Promise<boolean> {
    const state = await this.run('systemctl', 'show', '--property=ActiveState', '--value', unit);
    return /^(active|activating|reloading)$/.test(state.trim());
  }

  /** Ends a unit; systemd refuses that for one that it does not know, as a transient one that is over. */
  async stop(unit: string): Promise<void> {
    if (await this.isActive(unit)) await this.run('systemctl', 'stop', unit);
  }

  /** The text of a file; null where there is none. */
  read(name: string): string | null {
    return this.has(name) ? readFileSync(this.path(name), 'utf8') : null;
  }

  /** Replaces a file as a whole, or removes it, so that a power cut leaves either text. */
  write(name: string, text: string | null, mode = 0o644): void {
    const path = this.path(name);
    if (text === null) {
      rmSync(path, { force: true });
      return;
    }
    mkdirSync(dirname(path), { recursive: true });
    const fresh = `${path}.new`;
    rmSync(fresh, { force: true });
    const file = openSync(fresh, 'wx', mode);
    try {
      writeFileSync(file, text);
      fchmodSync(file, mode);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(fresh, path);
    const folder = openSync(dirname(path), 'r');
    fsyncSync(folder);
    closeSync(folder);
  }
}
