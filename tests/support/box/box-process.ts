import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eventually } from '../eventually';
import { type Ran, type RunOptions, runCommand } from './run-command';

/** How a box ended: switched itself off, asked for a restart, or was killed. */
export type BoxEnd = 'poweroff' | 'reboot' | 'killed';

export interface BoxProcess {
  readonly ended: Promise<BoxEnd>;
  /** Process 1 of the box, seen from the host. */
  init(): number;
  run(command: string, options?: RunOptions): Promise<Ran>;
  kill(): Promise<void>;
}

const script = fileURLToPath(new URL('boot.sh', import.meta.url));
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** What reboot(2) in a pid namespace sends to the parent of its process 1. */
const ends: Readonly<Record<string, BoxEnd>> = { SIGINT: 'poweroff', SIGHUP: 'reboot' };
const unshare = 'unshare --mount --uts --ipc --pid --cgroup --fork --kill-child';

/** Capabilities over what a box shares with its host: clock, modules, raw devices, kernel log. Nothing in a box has them. */
const dropped = [
  ...['sys_time', 'sys_module', 'sys_rawio', 'syslog', 'mac_admin', 'mac_override', 'wake_alarm'],
  ...['block_suspend', 'bpf', 'perfmon', 'sys_pacct'],
]
  .map(name => `-${name}`)
  .join(',');

function childOf({ pid }: ChildProcess): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  if (!children) throw new Error('the box has no process 1');
  return Number(children);
}

/**
 * Boots the root `base` with what the box changed before in `folder`, and returns when systemd has started everything. The box does not
 * outlive this process.
 */
export async function startBox(parts: {
  readonly name: string;
  readonly base: string;
  readonly folder: string;
  /** The `cgroup.procs` files of the cgroups that the box is in. */
  readonly procs: readonly string[];
}): Promise<BoxProcess> {
  const { name, base, folder, procs } = parts;
  const enterCgroups = procs.map(file => `echo 0 > ${file}`).join(' && ');
  const boot = `exec nsenter --net=/run/netns/${name} ${unshare} sh ${script} ${base} ${folder} ${name} ${dropped}`;
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'sh', '-c', `${enterCgroups} && ${boot}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', text => {
    said += text;
  });
  const ended = once(child, 'exit').then(([, signal]): BoxEnd => ends[String(signal)] ?? 'killed');
  const init = () => childOf(child);
  const run = (command: string, options: RunOptions = {}) => {
    const enter = ['nsenter', '-t', String(init()), '-m', '-u', '-i', '-n', '-p', '-C', '-r', '-w'];
    const env = { PATH: path, LANG: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive', ...options.env };
    const asInside = ['setpriv', `--bounding-set=${dropped}`, `--inh-caps=${dropped}`];
    return runCommand([...enter, ...asInside, 'sh', '-c', command], { ...options, env });
  };
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(init(), 'SIGKILL');
    await ended;
  };
  await eventually(async () => {
    const { out } = await run('systemctl is-system-running', { mayFail: true });
    if (!/^(running|degraded)$/m.test(out))
      throw new Error(`the box is ${out.trim() || 'not there'} ${said}`);
  }).catch(async error => {
    await kill();
    throw error;
  });
  return { ended, init, run, kill };
}
