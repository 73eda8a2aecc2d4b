import { Feeds } from '../feeds/feeds';
import { InfluxFeed } from '../feeds/influx-feed';
import { plantNameOf } from '../mail/letters';
import type { Guard } from '../outgoing/guard';
import { createSharing } from './background-work';
import type { Measurements } from './measurements';
import type { TimedOptions } from './options';
import type { Stores } from './stores';

interface SenderParts
  extends Pick<Stores, 'config' | 'jobs' | 'store'>,
    Pick<TimedOptions, 'dataFolder' | 'deviceClock' | 'log'> {
  readonly measurements: Measurements;
  readonly guard: Guard;
}

/** What gives measures away. Made apart from the rest of the background work: the alarms, which are made before that, include one for both. */
export function createSenders(parts: SenderParts) {
  return { sharing: createSharing(parts), feeds: createFeeds(parts) };
}

function createFeeds({ config, jobs, measurements, store, guard, deviceClock, log }: SenderParts): Feeds {
  const influx = new InfluxFeed({
    guard,
    deviceClock,
    log,
    settings: config.feeds.influx,
    past: { archive: measurements.archive, alarms: store },
    notes: jobs.notes,
    origin: () => ({
      plant: plantNameOf(config),
      serial: config.installation.serial,
      peakKwp: config.plantConfig.read()?.fields.potenza_picco ?? null,
    }),
  });
  return new Feeds(influx);
}
