import './strings.css';
import { stringCodes } from '../../data/live-codes';
import { liveTable } from '../../data/table';
import { type DrawnScreen, DrawnSheet } from '../../device-screens/DrawnSheet';
import { headWords } from './head-words';
import { readStringList, type StringFacts, type StringList } from './string-list';

/** Strings are sampled every 30 s; an answer of the largest plant is 11 kB. */
const everyMs = 30_000;

const screen: DrawnScreen<StringFacts, StringList> = {
  group: 'stringhe',
  live: liveTable(stringCodes, everyMs, readStringList),
  reading: 'strings.title.reading',
  headWords,
  load: () => import('./Sheet').then(module => module.Sheet),
  loadDrawer: () => import('./BoxDrawer').then(module => module.BoxDrawer),
};

/** All strings at a glance: their deviation from the median, the worst ones, and the energy lost today. */
export function Screen() {
  return <DrawnSheet screen={screen} />;
}
