import { trackerCodes } from '../../data/live-codes';
import { liveTable } from '../../data/table';
import { type DrawnScreen, DrawnSheet } from '../../device-screens/DrawnSheet';
import { headWords } from './head-words';
import { readTrackerList, type Tracker, type TrackerList } from './tracker-list';

/** Trackers are sampled every 30 s. */
const everyMs = 30_000;

const screen: DrawnScreen<Tracker, TrackerList> = {
  group: 'tracker',
  live: liveTable(trackerCodes, everyMs, readTrackerList),
  reading: 'trackers.title.reading',
  headWords,
  load: () => import('./Sheet').then(module => module.Sheet),
  loadDrawer: () => import('./TrackerDrawer').then(module => module.TrackerDrawer),
};

/** The trackers: the deviation of each from its target, and the wind compared with its limit. */
export function Screen() {
  return <DrawnSheet screen={screen} />;
}
