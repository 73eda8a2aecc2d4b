import type { Host } from './host';
import { type Lines, readContacts, readOutputs, restartRouter, setOutput } from './lines';
import type { BoxNetworks } from './network';
import type { BoxCapabilities, Request, Verb } from './protocol';
import { setClock, setServers, setZone, synchronise, timeProgram } from './time';

export interface Parts {
  readonly host: Host;
  readonly networks: BoxNetworks;
  readonly lines: Lines;
}

type Of<V extends Verb> = Extract<Request, { verb: V }>;

/** What each verb does: a missing one does not compile. */
export const verbs: { readonly [V in Verb]: (request: Of<V>, parts: Parts) => unknown } = {
  capabilities: (_, parts) => capabilities(parts),
  'network-apply': ({ network }, { networks }) => networks.apply(network),
  'network-state': (_, { networks }) => networks.state(),
  'network-confirm': ({ network }, { networks }) => networks.confirm(network),
  'network-revert': (_, { networks }) => networks.revertNow(),
  'ntp-servers': ({ servers }, { host }) => setServers(host, servers),
  'clock-set': ({ epochS }, { host }) => setClock(host, epochS),
  'clock-sync': (_, { host }) => synchronise(host),
  'time-zone': ({ zone }, { host }) => setZone(host, zone),
  'output-set': ({ output, isOn }, { host, lines }) => setOutput(host, lines, output, isOn),
  'contacts-read': (_, { host, lines }) => readContacts(host, lines),
  'restart-router': (_, { host, lines }) => restartRouter(host, lines),
  reboot: (_, { host }) => host.run('systemctl', '--no-block', 'reboot'),
  'power-off': (_, { host }) => host.run('systemctl', '--no-block', 'poweroff'),
};

async function capabilities({ host, networks, lines }: Parts): Promise<BoxCapabilities> {
  const manager = await networks.manager();
  const hasGpio = host.hasProgram('gpioset') && host.hasProgram('gpioget');
  return {
    network: manager,
    hasDns: await networks.hasDns(manager),
    hasVlan: manager !== null && networks.hasVlan(),
    time: timeProgram(host),
    hasManager: host.hasProgram('systemctl') && host.hasProgram('timedatectl'),
    outputs: await readOutputs(host, lines),
    hasContacts: hasGpio && lines.contacts !== null,
    hasRouter: hasGpio && lines.router !== null,
  };
}
