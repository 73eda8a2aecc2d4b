import { groups } from '../../src/contract/points';
import type { Clock } from '../../src/datalogger/clock';
import type { DeviceRows, PlantSource, Snapshot } from '../../src/datalogger/plant/source';

const noRows: DeviceRows = { id: [], nome: [], stato: [], sampled: [], q: [], values: {} };

/** A plant without a device. */
export function emptyPlant(clock: Clock): PlantSource {
  const rows = Object.fromEntries(groups.map(group => [group, noRows])) as Snapshot['groups'];
  return {
    isSimulated: true,
    advance: () => undefined,
    snapshot: () => ({ t: Math.floor(clock.now() / 1000), groups: rows }),
    counts: () => ({}),
  };
}
