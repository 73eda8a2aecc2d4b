import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eventually } from '../eventually';
import { boxCgroup } from './box-cgroup';
import { boxNetwork } from './box-network';
import { type BoxEnd, type BoxProcess, startBox } from './box-process';
import { debianRoot, type Suite } from './debian-root';
import { type Forward, forward } from './forward';
import { type Ran, type RunOptions, runCommand } from './run-command';

export interface BoxOptions {
  /** Debian 13 unless named. */
  readonly suite?: Suite;
  /** Debian packages besides those of every box (`debian-root.ts`). */
  readonly packages?: readonly string[];
  /** Number of network interfaces: eth0, eth1… with the addresses 10.73.0.2/24, 10.73.1.2/24… */
  readonly interfaces?: number;
  /** Memory of the whole box, MiB. */
  readonly memoryMiB?: number;
  /** Text of files that are there before the first boot, by their absolute path. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A Debian that has booted with its own systemd, in namespaces of its own. */
export interface Box {
  /** The address of eth0; only the namespace `lan` reaches it. */
  readonly address: string;
  /** Network namespace of the box. */
  readonly netns: string;
  /** Network namespace on the other side of its interfaces, with 10.73.0.1, 10.73.1.1… */
  readonly lan: string;
  /** Runs a shell command in the box, as root. */
  run(command: string, options?: RunOptions): Promise<Ran>;
  /** Runs a shell command of the host in the network namespace `lan`. */
  runInLan(command: string, options?: RunOptions): Promise<Ran>;
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  /** Path on the host of a file of the box that runs. */
  hostPath(path: string): string;
  /** Path on the host of a file that the box has written, also when it has ended. */
  writtenPath(path: string): string;
  /** Makes a port of eth0, or of another address of the box, reachable on a port of 127.0.0.1. */
  forward(port: number, address?: string): Promise<Forward>;
  /** How the box ended, when it has. */
  ended(): Promise<BoxEnd>;
  /** Boots again what has ended, with its files as it left them. */
  boot(): Promise<void>;
  /** Ends the box and removes everything of it. */
  stop(): Promise<void>;
}

let count = 0;

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

/** What a box has on the host, and what removes it. */
function prepare(options: BoxOptions) {
  const base = debianRoot(options.suite ?? 'trixie', options.packages);
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-box-'));
  const name = `box-${process.pid}-${++count}`;
  // The layer of the box above its root.
  writeFiles(join(folder, 'upper'), options.files ?? {});
  const network = boxNetwork(name, options.interfaces ?? 1);
  const cgroup = boxCgroup(name, options.memoryMiB);
  const remove = async () => {
    network.remove();
    await eventually(() => cgroup.remove());
    rmSync(folder, { recursive: true, force: true });
  };
  return { name, base, folder, lan: network.lan, procs: cgroup.procs, remove };
}

/** Boots a Debian; about three seconds where its root has been made before. Needs root rights. */
export async function bootBox(options: BoxOptions = {}): Promise<Box> {
  const parts = prepare(options);
  const { name, folder, lan } = parts;
  const forwards: Forward[] = [];
  let running: BoxProcess = await startBox(parts).catch(async error => {
    await parts.remove();
    throw error;
  });
  return {
    address: '10.73.0.2',
    netns: name,
    lan,
    run: (command, own) => running.run(command, own),
    runInLan: (command, own) => runCommand(['ip', 'netns', 'exec', lan, 'sh', '-c', command], own),
    writeFile: async (file, content) => {
      await running.run(`mkdir -p '${dirname(file)}' && cat > '${file}'`, { input: content });
    },
    hostPath: path => `/proc/${running.init()}/root${path}`,
    writtenPath: path => join(folder, 'upper', path),
    forward: async (port, address = '10.73.0.2') => {
      const made = await forward(folder, lan, { address, port });
      forwards.push(made);
      return made;
    },
    ended: () => running.ended,
    boot: async () => {
      running = await startBox(parts);
    },
    stop: async () => {
      for (const each of forwards) each.close();
      await running.kill();
      await parts.remove();
    },
  };
}
