import { isDeepStrictEqual } from 'node:util';
import type { BoxCapabilities, BoxNetwork, NetworkState } from '../../../box-service/protocol';
import type { Capabilities } from '../../../contract/capabilities';
import type { Network } from '../../../contract/plant';
import type { Log } from '../log';
import { type AskBox, BoxError } from './box-client';
import { cpuTemperature, diskUsedPercent } from './host-status';
import type { HardwareStatus, System, TrialState } from './system';

/** How often the contacts of a UPS are read, ms. */
const contactsEveryMs = 5_000;

interface Options {
  readonly ask: AskBox;
  readonly dataFolder: string;
  readonly log: Log;
}

/** A box without the box service: its state is read, and nothing of it is changed. */
export function readOnlySystem(dataFolder: string): System {
  const refused = async () => {
    throw new BoxError('not_supported', 'the box service is not installed');
  };
  return {
    isRecording: false,
    networkTrial: null,
    capabilities: () => capabilitiesOf(null),
    status: () => ({ cpuTemperature: cpuTemperature() }),
    diskUsedPercent: () => diskUsedPercent(dataFolder),
    applyNetwork: refused,
    applyTime: refused,
    setZone: refused,
    reboot: refused,
    syncTime: refused,
    shutDown: refused,
    testUps: refused,
    hasOutput: () => false,
    output: () => false,
    switchOutput: async () => false,
  };
}

/** The box that this program runs on, changed through the box service. Rejects where the service does not answer. */
export async function boxSystem(options: Options): Promise<System> {
  const found = await options.ask({ verb: 'capabilities' });
  return new BoxSystem(options, found).system;
}

class BoxSystem {
  readonly #options: Options;
  readonly #found: BoxCapabilities;
  /** As they are wished, and as the box last confirmed them. */
  readonly #outputs: boolean[];
  readonly #confirmed: boolean[];
  /** How often each output was asked to change: an old refusal undoes no newer wish. */
  readonly #turns = new Map<number, number>();
  #contacts: Pick<HardwareStatus, 'acContact' | 'batteryContact'> = {};

  constructor(options: Options, found: BoxCapabilities) {
    this.#options = options;
    this.#found = found;
    this.#outputs = [...found.outputs];
    this.#confirmed = [...found.outputs];
    if (!found.hasContacts) return;
    setInterval(() => this.#readContacts(), contactsEveryMs).unref();
    this.#readContacts();
  }

  get system(): System {
    const { ask, dataFolder } = this.#options;
    return {
      isRecording: false,
      networkTrial: {
        confirm: network => ask({ verb: 'network-confirm', network: boxNetwork(network) }),
        revert: () => ask({ verb: 'network-revert' }),
        state: async network => trialState(await ask({ verb: 'network-state' }), boxNetwork(network)),
      },
      capabilities: () => capabilitiesOf(this.#found),
      status: () => ({ cpuTemperature: cpuTemperature(), ...this.#contacts }),
      diskUsedPercent: () => diskUsedPercent(dataFolder),
      applyNetwork: network => this.#applyNetwork(network),
      applyTime: time => this.#applyTime(time),
      setZone: zone => ask({ verb: 'time-zone', zone }),
      reboot: target => ask({ verb: target === 'router' ? 'restart-router' : 'reboot' }),
      syncTime: () => ask({ verb: 'clock-sync' }),
      shutDown: () => ask({ verb: 'power-off' }),
      testUps: async () => {
        throw new BoxError('not_supported', 'contacts cannot test a UPS');
      },
      hasOutput: number => this.#outputs[number - 1] !== undefined,
      output: number => this.#outputs[number - 1] ?? false,
      switchOutput: (number, isOn) => this.#switch(number, isOn),
    };
  }

  async #applyNetwork(network: Network | null): Promise<void> {
    if (network === null) return;
    const { ask } = this.#options;
    await ask({ verb: 'network-apply', network: boxNetwork(network) });
    if (network.ntp && network.ntp.length > 0) await ask({ verb: 'ntp-servers', servers: network.ntp });
  }

  async #applyTime({ servers, epochS }: Parameters<System['applyTime']>[0]): Promise<void> {
    const { ask } = this.#options;
    if (epochS !== undefined) return ask({ verb: 'clock-set', epochS });
    if (this.#found.time !== null) await ask({ verb: 'ntp-servers', servers: [...servers] });
  }

  /** The state is the wished one at once; it returns to the confirmed one where the box refuses. */
  async #switch(number: number, isOn: boolean): Promise<boolean> {
    const { ask, log } = this.#options;
    const at = number - 1;
    if (this.#outputs[at] === undefined) return false;
    const turn = (this.#turns.get(number) ?? 0) + 1;
    this.#turns.set(number, turn);
    this.#outputs[at] = isOn;
    try {
      await ask({ verb: 'output-set', output: number, isOn });
      this.#confirmed[at] = isOn;
      return true;
    } catch (error) {
      log.error(`output ${number} could not be switched`, error);
      if (this.#turns.get(number) === turn) this.#outputs[at] = this.#confirmed[at] ?? false;
      return false;
    }
  }

  /** Contacts that cannot be read are absent: the footer shows N/A and never an old level. */
  #readContacts(): void {
    this.#options
      .ask({ verb: 'contacts-read' })
      .then(({ mains, battery }) => {
        this.#contacts = { acContact: mains, batteryContact: battery };
      })
      .catch(() => {
        this.#contacts = {};
      });
  }
}

function trialState({ secondsLeft, network, last }: NetworkState, own: BoxNetwork): TrialState {
  if (secondsLeft !== null && isDeepStrictEqual(network, own)) return { outcome: 'open', secondsLeft };
  const isConfirmed = last?.outcome === 'confirmed' && isDeepStrictEqual(last.network, own);
  return { outcome: secondsLeft === null && isConfirmed ? 'confirmed' : 'reverted' };
}

function boxNetwork({ modalita, ip, maschera, gateway, dns, hostname, vlan }: Network): BoxNetwork {
  const common = { ...(hostname !== undefined && { hostname }), ...(vlan !== undefined && { vlan }) };
  if (modalita === 'dhcp' || ip === undefined || maschera === undefined) return { mode: 'dhcp', ...common };
  return {
    mode: 'static',
    address: ip,
    prefix: maschera,
    dns: dns ?? [],
    ...(gateway !== undefined && { gateway }),
    ...common,
  };
}

/** What the box service can do, in the words of the contract; null: there is no service. */
function capabilitiesOf(found: BoxCapabilities | null): Capabilities {
  const hasNetwork = found !== null && found.network !== null;
  const hasManager = found?.hasManager ?? false;
  const hasTime = found !== null && found.time !== null;
  return {
    registra: false,
    rete: hasNetwork,
    dns: hasNetwork && found.hasDns,
    vlan: hasNetwork && found.hasVlan,
    nome_host: hasNetwork && hasManager,
    ntp: hasTime,
    orologio: hasManager,
    sincronizzazione: hasTime,
    fuso: hasManager,
    riavvio: hasManager,
    riavvio_router: found?.hasRouter ?? false,
    spegnimento: hasManager,
    uscite: found?.outputs.length ?? 0,
    ingressi: 0,
    ups: found?.hasContacts ? ['contatti'] : [],
    prova_ups: false,
  };
}
