import { wording } from '../../device-screens/columns';
import type { Column } from '../../device-screens/descriptor';
import { numberOf } from '../../device-screens/device-list';
import { formatDifference, formatNumber } from '../../i18n/format';
import type { WordKey } from '../../i18n/words';
import { KindSign } from '../../ui/heatmap/CellsDrawing';
import { Glyph } from './Glyph';
import { looks } from './heatmap-marks';
import { isInPosition, type Tracker } from './tracker-list';
import { kindWord, modeWord } from './words';

function numbers(
  key: string,
  word: WordKey,
  [unit, decimals]: readonly [unit: string, decimals: number],
  read: (tracker: Tracker) => number | null,
  format = formatNumber,
): Column<Tracker> {
  const Cell: Column<Tracker>['Cell'] = ({ device }) => format(read(device), decimals);
  return { key, word, unit, decimals, isOnCard: key === 'err', read, Cell };
}

const glyph: Column<Tracker> = {
  key: 'glyph',
  word: 'trackers.column.glyph',
  unit: '',
  decimals: null,
  isOnCard: false,
  read: null,
  Cell: ({ device }) => <Glyph angle={device.angle} target={device.target} />,
};

const kind: Column<Tracker> = {
  ...wording(
    'kind',
    'trackers.column.kind',
    tracker => kindWord(tracker.kind),
    ({ device }) => (
      <>
        <KindSign look={looks[device.kind]} /> {kindWord(device.kind)}
      </>
    ),
  ),
  isRegular: isInPosition,
};

/** From left to right. */
export const columns: readonly Column<Tracker>[] = [
  glyph,
  { ...wording<Tracker>('mode', 'trackers.column.mode', ({ mode }) => modeWord(mode)), isOnCard: false },
  kind,
  numbers('ang', 'trackers.column.angle', ['°', 1], ({ angle }) => angle, formatDifference),
  numbers('tgt', 'trackers.column.target', ['°', 1], ({ target }) => target, formatDifference),
  {
    ...numbers('err', 'trackers.column.error', ['°', 1], ({ error }) =>
      error === null ? null : Math.abs(error),
    ),
    help: 'angleError',
  },
  numbers('imot', 'trackers.column.motor', ['A', 1], tracker => numberOf(tracker, 'imot')),
  numbers('soc', 'trackers.column.charge', ['%', 0], tracker => numberOf(tracker, 'soc')),
];
