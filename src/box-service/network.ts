import { readdirSync } from 'node:fs';
import { uptime } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { type Host, notSupported, Refusal } from './host';
import { connectionIds, filesOf, type Manager, networkFiles, vlanOf } from './network-files';
import { BoxNetwork, type NetworkState } from './protocol';

/** Kept by `StateDirectory=`; the unit of the trial looks for the first file at boot. */
const trialFile = '/var/lib/meridiana-system/trial.json';
const lastFile = '/var/lib/meridiana-system/last.json';
/** The unit that goes back, and the timer that starts it. */
const trialUnit = 'meridiana-network-trial.service';
const trialTimer = 'meridiana-network-trial.timer';
/** Time for the answer to leave before the address changes, ms. */
const answerMs = 1000;

const before = v.record(v.string(), v.nullable(v.string()));
/** A network that is on trial: what it is, and everything needed to go back. */
const Trial = v.object({
  manager: v.picklist(['networkd', 'network-manager']),
  network: BoxNetwork,
  /** Text of each file before the trial; null where there was none. */
  before,
  /** Connection of NetworkManager that was in use. */
  connection: v.nullable(v.string()),
  /** Uptime of the box when the time began, s. */
  sinceS: v.number(),
});
type Trial = v.InferOutput<typeof Trial>;
const Last = v.object({ outcome: v.picklist(['confirmed', 'reverted']), network: BoxNetwork, before });

export interface NetworkOptions {
  readonly host: Host;
  /** s until the old network comes back. */
  readonly trialS: number;
  /** The interface that the installer named; otherwise the one of the default route, else the first wired one. */
  readonly interface: string | null;
  /** What fails after the answer. */
  readonly onFailure: (error: unknown) => void;
}

/** Changes the network of the box on trial: systemd starts the way back, whatever happens to this process. */
export class BoxNetworks {
  readonly #options: NetworkOptions;
  #activation: NodeJS.Timeout | undefined;

  constructor(options: NetworkOptions) {
    this.#options = options;
  }

  get isActivating(): boolean {
    return this.#activation !== undefined;
  }

  /** Who manages the interface; null where neither of the two known programs does. */
  async manager(): Promise<Manager | null> {
    const { host } = this.#options;
    const name = this.#interface();
    if (name === null || !host.hasProgram('systemctl')) return null;
    if (host.hasProgram('nmcli') && (await host.isActive('NetworkManager.service'))) {
      const state = await host.run('nmcli', '-g', 'GENERAL.STATE', 'device', 'show', name);
      if (!state.startsWith('10 ')) return 'network-manager';
    }
    const isNetworkd = host.hasProgram('networkctl') && (await host.isActive('systemd-networkd.service'));
    return isNetworkd ? 'networkd' : null;
  }

  /** Whether name servers in a network's files are used: networkd leaves them to systemd-resolved. */
  async hasDns(manager: Manager | null): Promise<boolean> {
    if (manager === 'networkd') return this.#options.host.isActive('systemd-resolved.service');
    return manager === 'network-manager';
  }

  /** In `/proc/self`: the unit sees nothing else of `/proc` (`ProcSubset=pid`). */
  hasVlan(): boolean {
    return this.#options.host.has('/proc/self/net/vlan');
  }

  state(): NetworkState {
    const trial = this.#read(Trial, trialFile);
    const last = this.#read(Last, lastFile);
    const left = trial && Math.max(0, Math.ceil(trial.sinceS + this.#options.trialS - uptime()));
    return {
      secondsLeft: left,
      network: trial?.network ?? null,
      last: last && { outcome: last.outcome, network: last.network },
    };
  }

  async apply(network: BoxNetwork): Promise<NetworkState> {
    const { host, trialS } = this.#options;
    const [manager, name] = [await this.manager(), this.#interface()];
    if (manager === null || name === null) throw notSupported('network manager that can be changed');
    if (network.mode === 'static' && network.dns.length > 0 && !(await this.hasDns(manager)))
      throw notSupported('systemd-resolved, which uses name servers');
    if (network.vlan && !this.hasVlan()) throw notSupported('VLAN in its kernel');
    await this.#hold();
    const open = this.#read(Trial, trialFile);
    const paths: readonly string[] = networkFiles[manager];
    const trial: Trial = {
      manager,
      network,
      sinceS: uptime(),
      // A second change during a trial: what comes back is still the network before the first one.
      before: { ...Object.fromEntries(paths.map(path => [path, host.read(path)])), ...open?.before },
      connection: open?.connection ?? (await this.#connection(manager, name)),
    };
    host.write(trialFile, JSON.stringify(trial), 0o600);
    try {
      const timer = ['--timer-property=AccuracySec=100ms', `--on-active=${trialS}`, `--unit=${trialUnit}`];
      await host.run('systemd-run', '--quiet', ...timer);
      const files = filesOf(manager, network, name);
      for (const path of paths) host.write(path, files[path] ?? null, modeOf(manager));
    } catch (error) {
      await this.revert();
      throw error;
    }
    this.#activation = setTimeout(() => void this.#activate(trial), answerMs);
    return this.state();
  }

  /** False where the old network is back, or another one is on trial. */
  async confirm(network: BoxNetwork): Promise<boolean> {
    const { host } = this.#options;
    if (!isDeepStrictEqual(this.#read(Trial, trialFile)?.network, network)) return false;
    await this.#hold();
    const trial = this.#read(Trial, trialFile);
    if (!trial) return false;
    this.#end(trial, 'confirmed');
    // Not on trial: a wrong host name locks nobody out.
    const { hostname } = trial.network;
    if (hostname) await host.run('hostnamectl', 'set-hostname', hostname);
    return true;
  }

  /** Goes back now, by the unit that would do it later: only one process ever does. */
  async revertNow(): Promise<void> {
    const { host } = this.#options;
    if (!host.has(trialFile)) return;
    clearTimeout(this.#activation);
    this.#activation = undefined;
    await host.stop(trialTimer);
    await host.run('systemctl', 'start', trialUnit);
  }

  /** What that unit runs. At boot, before the network is up, it only brings the files back. */
  async revert(): Promise<void> {
    const { host } = this.#options;
    const trial = this.#read(Trial, trialFile);
    if (!trial) return;
    const now = Object.fromEntries(Object.keys(trial.before).map(path => [path, host.read(path)]));
    for (const [path, text] of Object.entries(trial.before)) host.write(path, text, modeOf(trial.manager));
    const unit = trial.manager === 'networkd' ? 'systemd-networkd.service' : 'NetworkManager.service';
    if (await host.isActive(unit)) {
      await this.#reload(trial.manager, trial.connection, vlanOf(now)).catch(this.#options.onFailure);
    }
    this.#end(trial, 'reverted');
  }

  /** Stops the timer. Refuses while the way back is under way. */
  async #hold(): Promise<void> {
    const { host } = this.#options;
    if (!host.has(trialFile)) return;
    await host.stop(trialTimer);
    if (await host.isActive(trialUnit)) throw new Refusal('failed', 'the old network is coming back');
  }

  async #activate(trial: Trial): Promise<void> {
    const { host, onFailure } = this.#options;
    try {
      const id = trial.network.vlan ? connectionIds.vlan : connectionIds.link;
      await this.#reload(trial.manager, id, vlanOf(trial.before));
    } catch (error) {
      onFailure(error);
      await host.run('systemctl', 'start', trialUnit).catch(onFailure);
    }
    this.#activation = undefined;
  }

  /** Makes the manager use the files as they are. `oldVlan`: a VLAN interface that may be left over. */
  async #reload(manager: Manager, connection: string | null, oldVlan: string | null): Promise<void> {
    const { host } = this.#options;
    if (manager === 'network-manager') {
      await host.run('nmcli', 'connection', 'reload');
      if (connection === connectionIds.vlan) {
        await host.run('nmcli', '--wait', '30', 'connection', 'up', 'uuid', connectionIds.link);
      }
      if (connection !== null)
        await host.run('nmcli', '--wait', '30', 'connection', 'up', 'uuid', connection);
      return;
    }
    const files = Object.fromEntries(networkFiles.networkd.map(path => [path, host.read(path)]));
    await host.run('networkctl', 'reload');
    // networkd leaves an interface whose file is gone.
    const isLeft = oldVlan !== null && oldVlan !== vlanOf(files) && host.has(`/sys/class/net/${oldVlan}`);
    if (isLeft) await host.run('ip', 'link', 'delete', oldVlan);
  }

  #end(trial: Trial, outcome: 'confirmed' | 'reverted'): void {
    const { host } = this.#options;
    const { network, before } = trial;
    host.write(lastFile, JSON.stringify({ outcome, network, before }), 0o600);
    host.write(trialFile, null);
  }

  #read<T>(schema: v.GenericSchema<unknown, T>, file: string): T | null {
    const text = this.#options.host.read(file);
    return text === null ? null : v.parse(schema, JSON.parse(text));
  }

  /** The connection of NetworkManager that is in use. */
  async #connection(manager: Manager, name: string): Promise<string | null> {
    if (manager === 'networkd') return null;
    const { host } = this.#options;
    // A VLAN has a connection of its own, and so has the interface below it.
    const [, onVlan = ''] = networkFiles['network-manager'];
    if (host.has(onVlan)) return connectionIds.vlan;
    const id = await host.run('nmcli', '-g', 'GENERAL.CON-UUID', 'device', 'show', name);
    return id.trim() || null;
  }

  #interface(): string | null {
    const { host, interface: named } = this.#options;
    if (named !== null) return named;
    const routes = (host.read('/proc/self/net/route') ?? '').split('\n').map(line => line.split('\t'));
    const outside = routes.find(([, destination]) => destination === '00000000')?.[0];
    if (outside) return parentOf(host, outside);
    const all = readdirSync(host.path('/sys/class/net')).sort();
    return all.find(each => /^(eth|en)[a-z0-9]+$/.test(each)) ?? null;
  }
}

/** Secrets may be in connections of NetworkManager, which refuses files that others may read. */
const modeOf = (manager: Manager) => (manager === 'networkd' ? 0o644 : 0o600);

/** The interface that carries a VLAN; otherwise the interface itself. */
function parentOf(host: Host, name: string): string {
  if (!/^vlan\d+$/.test(name)) return name;
  const lower = readdirSync(host.path(`/sys/class/net/${name}`)).find(each => each.startsWith('lower_'));
  return lower?.slice('lower_'.length) ?? name;
}
