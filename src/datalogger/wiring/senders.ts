import type { LongWork } from '../api/long-work/long-work';
import type { LoopDelay } from '../core/system/loop-delay';
import { Undelivered } from '../integrations/delivery/undelivered';
import { Feeds } from '../integrations/feeds/feeds';
import { InfluxFeed } from '../integrations/feeds/influx-feed';
import { MqttFeed } from '../integrations/feeds/mqtt/mqtt-feed';
import { PrometheusPage } from '../integrations/feeds/prometheus';
import { plantNameOf } from '../integrations/mail/letters';
import type { Guard } from '../integrations/outgoing/guard';
import type { SettingRecord } from '../storage/config/setting-records';
import { createSharing } from './background-work';
import type { Measurements } from './measurements';
import type { TimedOptions } from './options';
import type { Stores } from './stores';

interface SenderParts
  extends Pick<Stores, 'config' | 'jobs' | 'store'>,
    Pick<TimedOptions, 'dataFolder' | 'deviceClock' | 'log'> {
  readonly measurements: Measurements;
  readonly longWork: LongWork;
  readonly loopDelay: LoopDelay;
  readonly guard: Guard;
}

/** What gives measures away. Made apart from the rest of the background work: the alarms, which are made before that, include one for both. */
export function createSenders(parts: SenderParts) {
  return { sharing: createSharing(parts), feeds: createFeeds(parts), undelivered: undeliveredOf(parts) };
}

/** Whether somebody has not received for long what the datalogger is to give away (DLG03). */
export const hasFailed = ({ sharing, feeds, undelivered }: ReturnType<typeof createSenders>) =>
  sharing.hasFailed || feeds.hasFailed || undelivered.hasFailed;

function undeliveredOf({ config, jobs, deviceClock }: SenderParts): Undelivered {
  const { mail, notifications, webhook, syslog } = config.services;
  const onOff = <T>({ value, version }: SettingRecord<T & { readonly abilitato: boolean }>) => ({
    isOn: value.abilitato,
    version,
  });
  const ofPlant = (part: 'knx' | 'dynDns') => {
    const plant = config.plantConfig.read();
    return { isOn: plant?.[part]?.abilitato ?? false, version: plant?.version ?? 0 };
  };
  const serviceNow = {
    // Recipients are those of the notifications: both versions only rise.
    posta: () => ({
      isOn: mail.read().value.abilitata,
      version: mail.read().version + notifications.read().version,
    }),
    webhook: () => onOff(webhook.read()),
    syslog: () => onOff(syslog.read()),
    dyn_dns: () => ofPlant('dynDns'),
    knx: () => ofPlant('knx'),
  };
  return new Undelivered({ notes: jobs.notes, deviceClock, serviceNow: service => serviceNow[service]() });
}

function createFeeds(parts: SenderParts): Feeds {
  const { config, jobs, measurements, store, guard, loopDelay, deviceClock, log } = parts;
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
  const past = { archive: measurements.archive, alarms: store, zone: measurements.zone };
  const shared = { origin, guard, deviceClock, log };
  const { influx, mqtt, prometheus } = config.feeds;
  return new Feeds({
    influx: new InfluxFeed({ ...shared, settings: influx, past, notes: jobs.notes }),
    mqtt: new MqttFeed({ ...shared, settings: mqtt, alarms, notes: jobs.notes }),
    prometheus: new PrometheusPage({
      settings: prometheus,
      origin,
      active,
      clock: deviceClock,
      loopDelay: () => loopDelay.read(),
    }),
  });
}
