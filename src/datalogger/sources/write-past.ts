import { mkdirSync, writeSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { startOfLocalDay } from '../../contract/zone';
import { installationInputs, nothingReported } from '../alarms/inputs';
import { PastAlarms } from '../alarms/past-alarms';
import { silentLog } from '../core/log';
import { startWatchdog } from '../core/system/service-watchdog';
import { recordingSystem } from '../core/system/system';
import { fillHistory, fillRecent } from '../plant/sampler/history';
import type { PastSlot } from '../plant/source';
import type { Settings } from '../settings';
import { openAlarms } from '../storage/alarms/alarms';
import { openConfigDatabase } from '../storage/config/config-database';
import { memoryStorage } from '../storage/database/storage';
import { type Measures, openMeasures } from '../storage/measures/measures';
import { pastFiles } from '../wiring/rest-of-past';
import { counted, pastFolder, seed, spoken } from './simulated-reading';
import { describePlant } from './simulator/first-plant/first-plant';
import { firstHistory, historyStart } from './simulator/history/first-history';
import { plantPlan } from './simulator/plan';
import type { PlantSize } from './simulator/sizes';

/** What a first start writes before it serves: enough for a month of reports. */
const recentDays = 32;
const dayS = 86_400;

/**
 * Writes the whole past of the simulated plant up to `endS` (epoch s) beside the databases of the datalogger that has begun without it,
 * and the share done to stdout. Ends when that datalogger does; the next call goes on after the last whole month.
 */
export function writePast({ dataFolder, plantSize: size }: Settings, endS: number): void {
  yieldProcessor();
  const folder = pastFolder(dataFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { zone } = plantPlan(size).site;
  write({ size, folder, from: historyStart(zone, endS), endS }, ({ store, judge, past }) => {
    const slots = judge.judging(past(percent => print(`${percent}`)));
    fillHistory({ store, zone, slots: whileWanted(slots) });
  });
}

/** Writes the last days of that past into the databases of the datalogger, which waits for it; all of them or nothing. */
export function writeRecent({ dataFolder: folder, plantSize: size }: Settings, endS: number): void {
  const { zone } = plantPlan(size).site;
  const from = startOfLocalDay(zone, endS - recentDays * dayS);
  const say = spoken(print, `Last ${recentDays} days of the plant`);
  const report = startWatchdog(process.env, silentLog);
  const tell = (percent: number) => {
    say(percent);
    if (percent % 10 === 0) report(0);
  };
  write({ size, folder, from, endS }, ({ store, judge, past }) =>
    fillRecent({ store, zone, endS, slots: whileWanted(judge.judgingRecent(past(tell))) }),
  );
}

interface Span {
  readonly size: PlantSize;
  /** Folder of the databases. */
  readonly folder: string;
  readonly from: number;
  readonly endS: number;
}

type Past = Parameters<PastAlarms['judging']>[0];
interface Writing {
  readonly store: Measures;
  readonly judge: PastAlarms;
  /** The slots of that time, with the share that is made, in whole %. */
  readonly past: (onPercent: (percent: number) => void) => Past;
}

function write({ size, folder, from, endS }: Span, work: (parts: Writing) => void): void {
  const files = pastFiles(folder);
  const plan = plantPlan(size);
  const { zone } = plan.site;
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
  const past: Writing['past'] = onPercent => watch =>
    counted(firstHistory({ size, seed, from, to: endS, watch }, zone), { from, to: endS }, onPercent);
  work({ store, judge, past });
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

const print = (line: string) => void writeSync(1, `${line}\n`);
