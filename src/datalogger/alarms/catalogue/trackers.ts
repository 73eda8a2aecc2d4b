import { trackerStates } from '../../../contract/codes';
import { above, alarmsOf, below, either, isSilent, makerReport, only, whenever } from '../entry';
import type { Device } from '../facts';
import { oncePerCycle } from '../once';

const alarm = alarmsOf('tracker', 'tracker');
const minute = 60;

const isStowing = oncePerCycle(facts =>
  facts
    .rows('tracker')
    .stato.some((state, index) => state === trackerStates.windStow && facts.isResponding('tracker', index)),
);

/** How many trackers answer. */
const respondingCount = oncePerCycle(
  facts => facts.rows('tracker').id.filter((_, index) => facts.isResponding('tracker', index)).length,
);

/** Whether the other trackers go to their safe position; null where none of them answers. */
function othersStow({ facts }: Device<'tracker'>): boolean | null {
  const isAlone = respondingCount(facts) === 1 && facts.rows('tracker').id.length > 1;
  return isStowing(facts) || (isAlone ? null : false);
}

/** The strongest wind that the trackers report, m/s. */
const strongestWind = oncePerCycle(facts =>
  facts.all('tracker', 'vento').reduce<number | null>((most, wind) => Math.max(most ?? wind, wind), null),
);

function offAngle(tracker: Device<'tracker'>): number | null {
  const angle = tracker.value('ang');
  const target = tracker.value('tgt');
  return angle === null || target === null ? null : Math.abs(angle - target);
}
const isOff = above({ threshold: 5, unit: '°', hysteresis: 1 }, offAngle);

export const trackerAlarms = [
  alarm('TRK01', { priority: 3, on: 10 * minute }, isOff),
  alarm(
    'TRK02',
    { priority: 2, on: 10 },
    above({ threshold: 6, unit: 'A', hysteresis: 1 }, tracker => tracker.value('imot')),
  ),
  alarm('TRK04', { priority: 1, on: 10 * minute }, only(othersStow, isOff, false)),
  alarm('TRK05', { priority: 3, on: 10 * minute }, isSilent()),
  alarm(
    'TRK06',
    { priority: 3, on: 30 * minute },
    below({ threshold: 20, unit: '%', hysteresis: 5 }, tracker => tracker.value('soc')),
  ),
  alarm('TRK07', { priority: 3, on: 0 }, makerReport()),
];

/** All trackers go to their safe position together: that is one event. */
export const stowAlarms = [
  alarmsOf('tracker', null)(
    'TRK03',
    { priority: 5, on: 3 },
    either(
      above({ threshold: 15, unit: 'm/s', hysteresis: 3 }, ({ facts }) => strongestWind(facts)),
      whenever(({ facts }) => isStowing(facts)),
    ),
  ),
];
