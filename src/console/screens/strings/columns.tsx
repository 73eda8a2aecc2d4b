import { dayOf } from '../../data/days';
import { plantNowMs } from '../../data/plant-clock';
import { wording } from '../../device-screens/columns';
import type { Column } from '../../device-screens/descriptor';
import { formatDifference, formatDuration, formatNumber, formatTime, missing } from '../../i18n/format';
import type { WordKey } from '../../i18n/words';
import { KindSign } from '../../ui/heatmap/CellsDrawing';
import { looks } from './heatmap-marks';
import type { Lost } from './lost';
import type { Since } from './since';
import { isException, type StringFacts } from './string-list';
import { kindWord } from './words';

type Read = (string: StringFacts) => number | null;

function numbers(
  key: string,
  word: WordKey,
  [unit, decimals]: readonly [unit: string, decimals: number],
  read: Read,
): Column<StringFacts> {
  return {
    key,
    word,
    unit,
    decimals,
    isOnCard: key === 'dev',
    read,
    Cell: ({ device }) => formatNumber(read(device), decimals),
  };
}

/** Full length of the bar under a deviation, in %: the help says so. A longer one ends in a point. */
const barPercent = 30;

const deviation: Column<StringFacts> = {
  ...numbers('dev', 'strings.column.deviation', ['%', 1], string => string.deviation),
  help: 'string',
  Cell: ({ device }) => {
    const percent = (100 * Math.max(0, -(device.deviation ?? 0))) / barPercent;
    return (
      <>
        {formatDifference(device.deviation, 1)}
        <span
          className={percent > 100 ? 'dv over' : 'dv'}
          style={{ '--d': Math.min(100, percent).toFixed(0) }}
        />
      </>
    );
  },
};

const kind: Column<StringFacts> = {
  ...wording(
    'kind',
    'strings.column.kind',
    string => kindWord(string.kind),
    ({ device }) => (
      <>
        <KindSign look={looks[device.kind]} /> {kindWord(device.kind)}
      </>
    ),
  ),
  isRegular: string => !isException(string),
};

/** The time if it is of today, otherwise how long ago. In the file, and for sorting, date and time. */
function sinceColumn(since: Since, zone: string): Column<StringFacts> {
  const dateOf = (epochS: number) => dayOf(1000 * epochS, zone);
  return wording(
    'since',
    'strings.column.since',
    ({ id }) => {
      const beginS = since.get(id);
      return beginS === undefined ? null : `${dateOf(beginS)} ${formatTime(beginS, zone, 'minute')}`;
    },
    ({ device }) => {
      const beginS = since.get(device.id);
      const nowS = plantNowMs() / 1000;
      if (beginS === undefined) return missing;
      return dateOf(beginS) === dateOf(nowS)
        ? formatTime(beginS, zone, 'minute')
        : formatDuration(nowS - beginS);
    },
  );
}

/** `lost` is undefined while it is not known. */
export function stringColumns(
  lost: Lost | undefined,
  since: Since,
  zone: string,
): readonly Column<StringFacts>[] {
  return [
    {
      ...wording<StringFacts>('inverter', 'strings.column.inverter', ({ box }) => box.owner.name),
      isOnCard: false,
      foldsFirst: true,
    },
    numbers('i', 'strings.column.current', ['A', 2], ({ ampere }) => ampere),
    {
      ...numbers('median', 'strings.column.median', ['A', 2], ({ box }) => box.median),
      foldsFirst: true,
    },
    deviation,
    kind,
    { ...sinceColumn(since, zone), isOnCard: false, foldsFirst: true },
    numbers('lost', 'strings.column.lost', ['kWh', 1], ({ id }) => lost?.get(id) ?? null),
  ];
}
