import { mkdirSync, writeSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { installationInputs, nothingReported } from '../alarms/inputs';
import { PastAlarms } from '../alarms/past-alarms';
import { recordingSystem } from '../core/system/system';
import { fillHistory } from '../plant/sampler/history';
import type { PastSlot } from '../plant/source';
import type { Settings } from '../settings';
import { openAlarms } from '../storage/alarms/alarms';
import { openConfigDatabase } from '../storage/config/config-database';
import { memoryStorage } from '../storage/database/storage';
import { openMeasures } from '../storage/measures/measures';
import { pastFiles } from '../wiring/rest-of-past';
import { counted, pastFolder, seed } from './simulated-reading';
import { describePlant } from './simulator/first-plant/first-plant';
import { firstHistory, historyStart } from './simulator/history/first-history';
import { plantPlan } from './simulator/plan';

/**
 * Writes the whole past of the simulated plant up to `endS` (epoch s) beside the databases of the datalogger that has begun without it,
 * and the share done to stdout. Ends when that datalogger does; the next call goes on after the last whole month.
 */
export function writePast({ dataFolder, plantSize: size }: Settings, endS: number): void {
  yieldProcessor();
  const folder = pastFolder(dataFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = pastFiles(folder);
  const plan = plantPlan(size);
  const { zone } = plan.site;
  const from = historyStart(zone, endS);
  const config = openConfigDatabase(':memory:');
  describePlant(config, plan, endS);
  const [store, alarms] = [openMeasures(files.measures), openAlarms(files.alarms)];
  const system = recordingSystem(
    () => ({ cpuTemperature: null }),
    () => null,
  );
  const judge = new PastAlarms({
    store: alarms,
    zone: () => zone,
    installation: () => installationInputs({ ...nothingReported, system, config, storage: memoryStorage }),
  });
  const slots = judge.judging(watch =>
    counted(firstHistory({ size, seed, from, to: endS, watch }, zone), { from, to: endS }, tell),
  );
  fillHistory({ store, zone, slots: whileWanted(slots) });
  store.setZone(zone);
  for (const each of [store, alarms, config]) each.close();
}

/** The datalogger comes first, where it may say so. */
function yieldProcessor(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // The service unit allows no change of priority.
  }
}

/** Ends the process as soon as the one that began it is gone: the next one begins another. */
function* whileWanted(slots: Iterable<PastSlot>): Generator<PastSlot> {
  const { ppid } = process;
  for (const slot of slots) {
    if (process.ppid !== ppid) process.exit(1);
    yield slot;
  }
}

const tell = (percent: number) => void writeSync(1, `${percent}\n`);
