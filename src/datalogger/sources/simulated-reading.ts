import { join } from 'node:path';
import type { Log } from '../core/log';
import { diskUsedPercent } from '../core/system/host-status';
import { recordingSystem } from '../core/system/system';
import { hostClock, simulatedClock } from '../core/time/clock';
import { createPlant } from '../plant/processing/configured-plant';
import type { PastSlot } from '../plant/source';
import type { Settings } from '../settings';
import type { ConfigDatabase } from '../storage/config/config-database';
import { createMeasurements, type Measurements, type Rest } from '../wiring/measurements';
import type { MeasurementsContext, Reading, Say } from '../wiring/options';
import { requireSource } from './require-source';
import { describePlant } from './simulator/first-plant/first-plant';
import { createSimulatedPlant, type SimulatedPlant } from './simulator/simulated-plant';

/** The same weather and faults at every start and everywhere. */
export const seed = 4_172_291;

/** The simulated plant, its clock and its contacts. */
export function fromSimulation(settings: Settings, log: Log, say: Say): Reading {
  const { plantClock: set } = settings;
  const speed = set?.speed ?? 1;
  const plantClock = set ? simulatedClock(set.startMs, speed) : hostClock;
  const startAt = Math.floor(plantClock.now() / 1000);
  const plant = createSimulatedPlant({ size: settings.plantSize, seed, startAt });
  return {
    plantClock,
    system: recordingSystem(
      () => plant.hardware(),
      () => diskUsedPercent(settings.dataFolder),
    ),
    measurements: (config, context) =>
      measurementsOf(settings, config, plant, { ...context, speed, log, say }),
  };
}

interface Context extends MeasurementsContext {
  readonly speed: number;
  readonly log: Log;
  readonly say: Say;
}

function measurementsOf(
  settings: Settings,
  config: ConfigDatabase,
  source: SimulatedPlant,
  { say, ...context }: Context,
): Measurements {
  const { dataFolder, plantSize } = settings;
  requireSource(settings, config);
  const stored = config.installation.simulatedPlant(plantSize);
  if (stored !== plantSize) {
    throw new Error(
      `${dataFolder} holds the data of the plant ${stored}: set PLANT=${stored} or another DATA_DIR`,
    );
  }
  const { zone } = source.plan.site;
  const startAt = source.now;
  describePlant(config, source.plan, startAt);
  return createMeasurements({
    ...context,
    plant: createPlant(source, zone),
    zone: () => config.plantConfig.zone() ?? zone,
    retention: () => config.settings.retention(),
    rest: restOf(dataFolder, {
      alarms: context.alarms,
      endS: startAt,
      onProgress: spoken(say, 'History of the plant'),
    }),
  });
}

/** A past is made beside the datalogger, within what the service unit allows both. */
const littleMemory = ['--max-old-space-size=128', '--max-semi-space-size=4'];

/** Another process of this program makes the past: `main.ts` knows the commands. */
function restOf(dataFolder: string, rest: Pick<Rest, 'alarms' | 'endS' | 'onProgress'>): Rest {
  const [program = ''] = process.argv.slice(1);
  return {
    ...rest,
    folder: pastFolder(dataFolder),
    command: (part, endS) => [...process.execArgv, ...littleMemory, program, part, String(endS)],
  };
}

export const pastFolder = (dataFolder: string) => join(dataFolder, 'past');

/** Says every quarter of a work once. */
export function spoken(say: Say, work: string): (percent: number) => void {
  let said = 0;
  return percent => {
    const quarter = 25 * Math.floor(percent / 25);
    if (quarter <= said) return;
    said = quarter;
    say(`${work}: ${quarter} % written`);
  };
}

/** The slots, with the share of their time that is over, in whole %. */
export function* counted(
  slots: Iterable<PastSlot>,
  { from, to }: { readonly from: number; readonly to: number },
  onPercent: (percent: number) => void,
): Generator<PastSlot> {
  let done = -1;
  for (const slot of slots) {
    const percent = Math.floor((100 * (slot.t - from)) / (to - from));
    if (percent > done) onPercent(percent);
    done = percent;
    yield slot;
  }
  onPercent(100);
}
