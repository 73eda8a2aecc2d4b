import { Feeds } from '../feeds/feeds';
import { InfluxFeed } from '../feeds/influx-feed';
import { MqttFeed } from '../feeds/mqtt/mqtt-feed';
import { PrometheusPage } from '../feeds/prometheus';
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
  const origin = () => ({
    plant: plantNameOf(config),
    serial: config.installation.serial,
    peakKwp: config.plantConfig.read()?.fields.potenza_picco ?? null,
  });
  const active = () => store.open().filter(({ state }) => state === 'attivo');
  const alarms = {
    active,
    get revision() {
      return store.revision;
    },
  };
  const past = { archive: measurements.archive, alarms: store };
  const shared = { origin, guard, deviceClock, log };
  const { influx, mqtt, prometheus } = config.feeds;
  return new Feeds({
    influx: new InfluxFeed({ ...shared, settings: influx, past, notes: jobs.notes }),
    mqtt: new MqttFeed({ ...shared, settings: mqtt, alarms }),
    prometheus: new PrometheusPage({ settings: prometheus, origin, active, clock: deviceClock }),
  });
}
