import type { OpenedProps } from '../../device-screens/DrawnSheet';
import type { CellProps, Detail } from '../../device-screens/descriptor';
import { numberOf } from '../../device-screens/device-list';
import { OpenedDevice } from '../../device-screens/OpenedDevice';
import { formatDifference, formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { OwnCommands } from './Commands';
import { Dial } from './Dial';
import type { Tracker } from './tracker-list';
import { trendLinesOf } from './trend-lines';
import { angleWords, kindWord, modeWord } from './words';

/** The dial of a tracker, and its commands. */
function Drawing({ device, view }: CellProps<Tracker>) {
  return (
    <>
      <Dial device={device} view={view} />
      <OwnCommands tracker={device} />
    </>
  );
}

const detail: Detail<Tracker> = {
  Drawing,
  trendLines: tracker => trendLinesOf(tracker),
  groups: tracker => [
    {
      title: t('trackers.drawer.now'),
      facts: [
        [t('trackers.column.mode'), modeWord(tracker.mode)],
        [t('trackers.column.kind'), kindWord(tracker.kind)],
        [t('trackers.column.angle'), angleWords(tracker.angle)],
        [t('trackers.column.target'), angleWords(tracker.target)],
        [t('trackers.column.error'), tracker.error === null ? '—' : `${formatDifference(tracker.error, 1)}°`],
        [t('trackers.column.motor'), formatQuantity(numberOf(tracker, 'imot'), 1, 'A'), 'imot'],
        [t('trackers.column.charge'), formatQuantity(numberOf(tracker, 'soc'), 0, '%'), 'soc'],
      ],
    },
  ],
};
const screen = { detail, source: { group: 'tracker' } } as const;

/** All facts of one tracker, with its dial. */
export function TrackerDrawer(props: OpenedProps<Tracker>) {
  return <OpenedDevice {...props} screen={screen} />;
}
