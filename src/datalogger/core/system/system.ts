import type { Capabilities } from '../../../contract/capabilities';
import type { Network } from '../../../contract/plant';
import type { UpsReading } from './ups-reading';

/** The hardware contacts and temperature of the box the datalogger runs on. Contacts are raw levels. */
export interface HardwareStatus {
  /** °C; null where it is not known. */
  readonly cpuTemperature: number | null;
  /** Raw contact: '0' mains present, '1' mains missing. Absent without a UPS. */
  readonly acContact?: '0' | '1';
  /** Raw contact: '1' battery good, '0' low. Absent without a UPS. */
  readonly batteryContact?: '0' | '1';
  /** What a UPS reports over the network; null while it is silent, absent where it is read by contacts. */
  readonly ups?: UpsReading | null;
}

/** What can be restarted: the box itself, or the router it reaches the outside through. */
export type RestartTarget = 'datalogger' | 'router';

/** What became of the trial of a network; open ones with the time until the old network returns, s. */
export type TrialState =
  | { readonly outcome: 'open'; readonly secondsLeft: number }
  | { readonly outcome: 'confirmed' | 'reverted' };

/** A trial that the box ends by itself: the old network returns although the datalogger is dead. */
export interface BoxNetworkTrial {
  /** False where the old network is back. */
  confirm(network: Network): Promise<boolean>;
  revert(): Promise<void>;
  /** The state of the trial of this network; an outcome of another one does not count. */
  state(network: Network): Promise<TrialState>;
}

/** Whether an output was switched; `not-read-back`: it may be, and its module did not confirm it. */
export type Switched = boolean | 'not-read-back';

/** Outputs of modules on the bus, by their numbers: those that may be switched now. */
export interface BusOutputs {
  readonly numbers: readonly number[];
  /** The number of the output that a digital signal names, by the id of the signal; null where it names none that may be switched now. */
  numberOf(signal: number): number | null;
  /** The name of the signal whose interlock forbids that an output is on now; null where none does. */
  lockedBy(number: number): string | null;
  /** Digital signals, by id, whose output is read otherwise than it was switched last: it fell back, or somebody else switches it. */
  stray(): readonly number[];
  /** Whether it is on, as it was read last; null while it is not read. */
  isOn(number: number): boolean | null;
  /** Switches it and reads it back. Never rejects. */
  switch(number: number, isOn: boolean): Promise<Switched>;
  /** Calls it after each write, also of one that is repeated: with the id of the digital signal that names the output. */
  onWritten(listener: (signal: number, isOn: boolean, result: Switched) => void): void;
}

/** Everything that would touch the host (network, clock, restart, outputs), as functions without `this`. Development and tests only record it. */
export interface System {
  /** What this box can do; everything else is refused before it is asked. */
  capabilities(): Capabilities;
  status(): HardwareStatus;
  /** Share of the disk with the data that is in use, %; null where it is not known. */
  diskUsedPercent(): number | null;
  applyNetwork(network: Network | null): Promise<void>;
  /** The box's own trial of a network; null where only the datalogger knows of trials. */
  readonly networkTrial: BoxNetworkTrial | null;
  /** Sets the box's own time zone (IANA name). */
  setZone(zone: string): Promise<void>;
  /** Servers that the clock follows; without one, the hour it is set to. */
  applyTime(settings: { readonly servers: readonly string[]; readonly epochS?: number }): Promise<void>;
  reboot(target: RestartTarget): Promise<void>;
  /** Sets the clock by the time servers. */
  syncTime(): Promise<void>;
  /** Ends the box in good order, before the battery of the UPS is empty. */
  shutDown(): Promise<void>;
  /** Lets the UPS try its battery. */
  testUps(): Promise<void>;
  /** Whether there is an output of this number, of the box or of a module on the bus, that may be switched now. */
  hasOutput(number: number): boolean;
  /** Whether an output is on; null while a module on the bus does not say it. */
  output(number: number): boolean | null;
  /** Switches it; false where the box or the module refused. Never rejects. */
  switchOutput(number: number, isOn: boolean): Promise<Switched>;
  /** Whether the actions are only recorded; the console says so. */
  readonly isRecording: boolean;
}

/** What a `recordingSystem` would have done, newest last. */
export interface RecordedAction {
  readonly action: 'network' | 'zone' | 'reboot' | 'shutdown' | 'time' | 'ups-test' | 'output';
  readonly detail: unknown;
}

/** Relay outputs that are recorded: as many as a schedule can name. */
const recordedOutputs = 8;

/** Everything is possible where it is only recorded, except what needs a UPS server. */
const recorded: Capabilities = {
  registra: true,
  rete: true,
  dns: true,
  vlan: true,
  nome_host: true,
  ntp: true,
  orologio: true,
  sincronizzazione: true,
  fuso: true,
  riavvio: true,
  riavvio_router: true,
  spegnimento: true,
  uscite: recordedOutputs,
  ingressi: 0,
  ups: ['contatti'],
  prova_ups: true,
};

/** The default implementation: never touches the host, remembers what it was asked. */
export function recordingSystem(
  status: () => HardwareStatus,
  diskUsedPercent: () => number | null,
): System & { readonly actions: RecordedAction[] } {
  const actions: RecordedAction[] = [];
  const outputs = new Set<number>();
  return {
    isRecording: true,
    capabilities: () => recorded,
    actions,
    status,
    networkTrial: null,
    diskUsedPercent,
    applyNetwork: async detail => void actions.push({ action: 'network', detail }),
    setZone: async detail => void actions.push({ action: 'zone', detail }),
    applyTime: async detail => void actions.push({ action: 'time', detail }),
    reboot: async target => void actions.push({ action: 'reboot', detail: target }),
    shutDown: async () => void actions.push({ action: 'shutdown', detail: null }),
    syncTime: async () => void actions.push({ action: 'time', detail: null }),
    testUps: async () => void actions.push({ action: 'ups-test', detail: null }),
    hasOutput: number => number <= recordedOutputs,
    output: number => outputs.has(number),
    async switchOutput(number, isOn) {
      isOn ? outputs.add(number) : outputs.delete(number);
      actions.push({ action: 'output', detail: { number, isOn } });
      return true;
    },
  };
}
