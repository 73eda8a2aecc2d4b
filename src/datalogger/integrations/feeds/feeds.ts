import type { FeedState } from '../../../contract/feeds';
import type { ClockStep } from '../../core/time/steady-clock';
import type { Snapshot } from '../../plant/snapshot';
import type { InfluxFeed } from './influx-feed';
import type { MqttFeed } from './mqtt/mqtt-feed';
import type { PrometheusPage } from './prometheus';

interface Parts {
  readonly influx: InfluxFeed;
  readonly mqtt: MqttFeed;
  readonly prometheus: PrometheusPage;
}

/** All engines that the measures are given to. */
export class Feeds {
  readonly influx: InfluxFeed;
  readonly mqtt: MqttFeed;
  readonly prometheus: PrometheusPage;

  constructor({ influx, mqtt, prometheus }: Parts) {
    this.influx = influx;
    this.mqtt = mqtt;
    this.prometheus = prometheus;
  }

  get hasFailed(): boolean {
    return this.influx.hasFailed || this.mqtt.hasFailed;
  }

  /** Does what is due. Never throws. */
  cycle(snapshot: Snapshot): void {
    this.influx.cycle(snapshot.t);
    this.mqtt.cycle(snapshot);
  }

  state(): FeedState {
    return {
      influx: this.influx.state(),
      mqtt: this.mqtt.state(),
      prometheus: this.prometheus.state(),
    };
  }

  shift(step: ClockStep): void {
    this.influx.shift(step);
  }

  /** The minutes of [from, to) are others than before. */
  sendAgain(from: number, to: number): void {
    this.influx.sendAgain(from, to);
  }

  async settled(): Promise<void> {
    await this.influx.settled();
    await this.mqtt.settled();
  }

  close(): void {
    this.influx.close();
    this.mqtt.close();
  }
}
