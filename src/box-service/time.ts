import { type Host, notSupported } from './host';

export type TimeProgram = 'timesyncd' | 'chrony';

const settings = {
  timesyncd: '/etc/systemd/timesyncd.conf.d/50-meridiana.conf',
  chrony: '/etc/chrony/sources.d/meridiana.sources',
} as const;
const units = { timesyncd: 'systemd-timesyncd.service', chrony: 'chrony.service' } as const;

const textOf = {
  timesyncd: (servers: readonly string[]) => `[Time]\nNTP=${servers.join(' ')}\n`,
  chrony: (servers: readonly string[]) => servers.map(each => `server ${each} iburst prefer\n`).join(''),
} as const;

/** The program that sets the clock by its servers; null without one. Debian never installs both. */
export function timeProgram(host: Host): TimeProgram | null {
  if (host.has('/usr/sbin/chronyd')) return 'chrony';
  return host.has('/usr/lib/systemd/systemd-timesyncd') ? 'timesyncd' : null;
}

function required(host: Host): TimeProgram {
  const program = timeProgram(host);
  if (program === null) throw notSupported('program that follows time servers');
  return program;
}

/** Writes the servers beside the settings of the distribution. Without one the clock follows none at all. */
export async function setServers(host: Host, servers: readonly string[]): Promise<void> {
  const program = required(host);
  host.write(settings[program], servers.length > 0 ? textOf[program](servers) : null);
  await host.run('timedatectl', 'set-ntp', servers.length > 0 ? 'true' : 'false');
  if (servers.length > 0) await host.run('systemctl', 'restart', units[program]);
}

/** A restart makes either program ask its servers at once. */
export async function synchronise(host: Host): Promise<void> {
  await host.run('systemctl', 'restart', units[required(host)]);
}

export async function setClock(host: Host, epochS: number): Promise<void> {
  if (timeProgram(host) !== null) await host.run('timedatectl', 'set-ntp', 'false');
  await host.run('timedatectl', 'set-time', `@${epochS}`);
}

export async function setZone(host: Host, zone: string): Promise<void> {
  if (!host.has(`/usr/share/zoneinfo/${zone}`)) throw notSupported(`time zone ${zone}`);
  await host.run('timedatectl', 'set-timezone', zone);
}
