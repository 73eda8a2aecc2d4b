import { dayS, localDay } from '../../../contract/zone';
import type { Plant } from '../../plant/processing/plant';
import { type ResponseTimes, together } from '../../plant/response-times';
import type { Watch } from '../../plant/sampler/sampler';
import type { ResponseDays } from '../../storage/jobs/response-days';

interface Deps {
  readonly plant: Pick<Plant, 'bus'>;
  readonly days: ResponseDays;
  /** The plant's IANA zone. */
  readonly zone: () => string;
  readonly onFailure: (error: unknown) => void;
}

/** What was counted is written this often, s: a disk is not worn out for it. */
const everyS = 300;
export const keptDays = 30;

/** Keeps how quickly the devices of a field bus answered on each of the last days: what proves a bad cable. */
export function responseWatch({ plant, days, zone, onFailure }: Deps): Watch {
  let writtenAt = Number.NaN;
  let day = '';
  let waiting = new Map<string, ResponseTimes>();
  return ({ t }) => {
    const { bus } = plant;
    if (!bus) return;
    const today = localDay(zone(), t);
    if (Math.abs(t - writtenAt) < everyS && today === day) return;
    if (Number.isNaN(writtenAt)) [writtenAt, day] = [t, today];
    for (const [device, times] of bus.takeResponses()) {
      const before = waiting.get(device);
      waiting.set(device, before ? together(before, times) : times);
    }
    try {
      days.add(day, waiting, localDay(zone(), t - keptDays * dayS));
      waiting = new Map();
    } catch (error) {
      onFailure(error);
    }
    [writtenAt, day] = [t, today];
  };
}
