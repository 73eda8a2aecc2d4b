import type { HardwareStatus, System } from './system';
import { contactsOf, type UpsReading } from './ups-reading';

/** A UPS that is read over the network. */
export interface NetworkUps {
  readonly isInUse: boolean;
  readonly reading: UpsReading | null;
  readonly canTest: boolean;
  test(): Promise<void>;
}

/** The box with the UPS that is configured: read over the network, it takes the place of the box's own contacts. */
export function withUps(system: System, ups: NetworkUps): System {
  return {
    ...system,
    capabilities() {
      const own = system.capabilities();
      return {
        ...own,
        ups: [...own.ups.filter(kind => kind !== 'nut'), 'nut'],
        prova_ups: ups.isInUse ? ups.canTest : own.prova_ups,
      };
    },
    status: () => (ups.isInUse ? statusOf(system.status(), ups.reading) : system.status()),
    testUps: () => (ups.isInUse ? ups.test() : system.testUps()),
  };
}

function statusOf(
  { acContact: _mains, batteryContact: _battery, ...box }: HardwareStatus,
  reading: UpsReading | null,
): HardwareStatus {
  return { ...box, ...contactsOf(reading), ups: reading };
}
