import { readFileSync } from 'node:fs';

/** The hardware contacts and temperature of the box the datalogger runs on. Contacts are raw levels. */
export interface HardwareStatus {
  /** °C; null where it is not known. */
  readonly cpuTemperature: number | null;
  /** Raw contact: '0' mains present, '1' mains missing. Absent without a UPS. */
  readonly acContact?: '0' | '1';
  /** Raw contact: '1' battery good, '0' low. Absent without a UPS. */
  readonly batteryContact?: '0' | '1';
}

/** What can be restarted: the box itself, or the router it reaches the outside through. */
export type RestartTarget = 'datalogger' | 'router';

/** Everything that would touch the host: network, clock, restart, outputs. Development and tests only record it. */
export interface System {
  status(): HardwareStatus;
  /** Share of the disk with the data that is in use, %; null where it is not known. */
  diskUsedPercent(): number | null;
  applyNetwork(settings: unknown): Promise<void>;
  /** Servers that the clock follows; without one, the hour it is set to. */
  applyTime(settings: { readonly servers: readonly string[]; readonly epochS?: number }): Promise<void>;
  reboot(target: RestartTarget): Promise<void>;
  /** Sets the clock by the time servers. */
  syncTime(): Promise<void>;
  /** Ends the box in good order, before the battery of the UPS is empty. */
  shutDown(): Promise<void>;
  /** Lets the UPS try its battery. */
  testUps(): Promise<void>;
  /** A relay output of the box, from 1: whether it is on, and switching it. */
  output(number: number): boolean;
  switchOutput(number: number, isOn: boolean): void;
  /** Whether the actions are only recorded; the console says so. */
  readonly isRecording: boolean;
}

/** What a `recordingSystem` would have done, newest last. */
export interface RecordedAction {
  readonly action: 'network' | 'reboot' | 'shutdown' | 'time' | 'ups-test' | 'output';
  readonly detail: unknown;
}

/** What a datalogger's card looks like after some years. */
const recordedDiskUse = 37;

/** The default implementation: never touches the host, remembers what it was asked. */
export function recordingSystem(
  status: () => HardwareStatus,
): System & { readonly actions: RecordedAction[] } {
  const actions: RecordedAction[] = [];
  const outputs = new Set<number>();
  return {
    isRecording: true,
    actions,
    status,
    diskUsedPercent: () => recordedDiskUse,
    applyNetwork: async detail => void actions.push({ action: 'network', detail }),
    applyTime: async detail => void actions.push({ action: 'time', detail }),
    reboot: async target => void actions.push({ action: 'reboot', detail: target }),
    shutDown: async () => void actions.push({ action: 'shutdown', detail: null }),
    syncTime: async () => void actions.push({ action: 'time', detail: null }),
    testUps: async () => void actions.push({ action: 'ups-test', detail: null }),
    output: number => outputs.has(number),
    switchOutput(number, isOn) {
      isOn ? outputs.add(number) : outputs.delete(number);
      actions.push({ action: 'output', detail: { number, isOn } });
    },
  };
}

/** °C of the processor that this program runs on, as Linux tells; null where it does not. */
export function cpuTemperature(): number | null {
  try {
    const thousandths = Number.parseInt(readFileSync('/sys/class/thermal/thermal_zone0/temp', 'utf8'), 10);
    return Number.isFinite(thousandths) ? thousandths / 1000 : null;
  } catch {
    return null;
  }
}
