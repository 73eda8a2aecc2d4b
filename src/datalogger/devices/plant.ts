import type { ConnectionAddress, ConnectionTest } from '../../contract/config/endpoints';
import type { ConfigKind } from '../../contract/config/kinds';
import type { ProtectionSettings } from '../../contract/protections';
import type { Snapshot } from '../snapshot';
import type { CommandResult, PlantCommand, PlantSetup, Simulation, TrackerOrder } from '../source';

/** The plant as the rest of the datalogger sees it. Times are seconds of the steady clock. */
export interface Plant {
  /** Null on a real plant. */
  readonly simulation: Simulation | null;
  /** Begins to ask the devices. */
  start(): void;
  close(): Promise<void>;
  /** Follows what is configured from now on: which devices are asked, under which names, with which settings. */
  configure(setup: PlantSetup): void;
  /** Brings the plant to `t`; never goes back. */
  advance(t: number): void;
  snapshot(): Snapshot;
  /** How many devices of each group are configured, e.g. `{ inverter: 10, stringhe: 80 }`. */
  counts(): Record<string, number>;
  /** Asks one configured device whether it is there, at `address` where that says something else. */
  probe(kind: ConfigKind, id: number, address: ConnectionAddress): Promise<ConnectionTest>;
  /** Passes a command on; never rejects. Whether it was obeyed, the values of the devices tell. */
  execute(command: PlantCommand): Promise<CommandResult>;
  /** Lets go of a digital signal that is held until its alarm is acknowledged. */
  release(signal: number): void;
  /** What the interface protections are declared to be set to. */
  protectionSettings(): readonly ProtectionSettings[];
  /** Ids of the trackers of a group (from 1), or of all. */
  trackersOf(group: number | null): readonly number[];
  /** Degrees, positive to the west. */
  angleOf(order: TrackerOrder): number;
}
