import type { FeedState } from '../../contract/feeds';
import type { ClockStep } from '../time/steady-clock';
import type { InfluxFeed } from './influx-feed';

/** All engines that the measures are given to. */
export class Feeds {
  readonly influx: InfluxFeed;

  constructor(influx: InfluxFeed) {
    this.influx = influx;
  }

  get hasFailed(): boolean {
    return this.influx.hasFailed;
  }

  /** Does what is due at `t`, epoch s of the plant's clock. Never throws. */
  cycle(t: number): void {
    this.influx.cycle(t);
  }

  state(): FeedState {
    return { influx: this.influx.state() };
  }

  shift(step: ClockStep): void {
    this.influx.shift(step);
  }

  async settled(): Promise<void> {
    await this.influx.settled();
  }

  close(): void {
    this.influx.close();
  }
}
