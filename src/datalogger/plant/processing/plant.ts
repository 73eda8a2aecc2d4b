import type { ConnectionAddress, ConnectionTest } from '../../../contract/config/endpoints';
import type { ConfigKind } from '../../../contract/config/kinds';
import type { ProtectionSettings } from '../../../contract/protections';
import type { CounterChange } from '../counters/device-counters';
import type { FieldBusApi } from '../field-bus-api';
import type { Snapshot } from '../snapshot';
import type {
  CommandResult,
  OrdersAtEnd,
  PlantCommand,
  PlantOutputs,
  PlantSetup,
  Simulation,
  TrackerOrder,
} from '../source';

import type { KeptStand, Stand } from './stands';

/** The plant as the rest of the datalogger sees it. Times are seconds of the steady clock. */
export interface Plant {
  /** Null where nothing is simulated. */
  readonly simulation: Simulation | null;
  /** Whether it is a plant that is there now: neither simulated nor recorded. */
  readonly isReal: boolean;
  /** Null where the readings do not come from a field bus. */
  readonly bus: FieldBusApi | null;
  /** Outputs of modules; null where there is no bus. */
  readonly outputs: PlantOutputs | null;
  /** Begins to ask the devices. */
  start(): void;
  close(orders?: OrdersAtEnd): Promise<void>;
  /** What is counted here and has to survive a restart: whole thousandths by name. Empty where the source counts. */
  stands(): ReadonlyMap<string, KeptStand>;
  /** Called where a counter of a device goes on from another reading, once for each change. */
  onCounterChange(call: (change: CounterChange) => void): void;
  /** Counts on from where the counters stood when the archive ended; days are those of `zone`. */
  resume(stands: readonly Stand[], zone: string): void;
  /** Takes over a new configuration: which devices are asked, their names and their settings. */
  configure(setup: PlantSetup): void;
  /** Brings the plant to `t`; never goes back. */
  advance(t: number): void;
  snapshot(): Snapshot;
  /** How many devices of each group are configured, e.g. `{ inverter: 10, stringhe: 80 }`. */
  counts(): Record<string, number>;
  /** Tests the connection to one configured device; fields of `address` replace the configured ones. */
  probe(kind: ConfigKind, id: number, address: ConnectionAddress): Promise<ConnectionTest>;
  /** Sends a command to the devices; never rejects. Whether they obeyed is seen in their values. */
  execute(command: PlantCommand): Promise<CommandResult>;
  /** Releases a digital signal that is held until its alarm is acknowledged. */
  release(signal: number): void;
  /** The declared settings of the interface protections. */
  protectionSettings(): readonly ProtectionSettings[];
  /** Ids of the trackers of a group (from 1), or of all. */
  trackersOf(group: number | null): readonly number[];
  /** The angle of an order, degrees, positive to the west. */
  angleOf(order: TrackerOrder): number;
}
