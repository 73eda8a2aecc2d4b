import '../../devices/devices.css';
import { useMemo } from 'react';
import { markOf, useAlarmCounts } from '../../data/alarm-counts';
import { resource } from '../../data/resource';
import { readTable } from '../../data/table';
import { type LiveData, useLiveResource } from '../../data/use-live-resource';
import type { View } from '../../devices/descriptor';
import { LiveHead } from '../../devices/LiveHead';
import { openDevice, useOpenDevice } from '../../devices/use-open-device';
import { t, useLanguage } from '../../i18n/translate';
import type { Part } from '../../i18n/words';
import { Lazy } from '../../ui/Lazy';
import { situationWords } from './situation';
import { listCodes, readTrackerList, type Tracker, type TrackerList } from './tracker-list';

/** Trackers are sampled every 30 s. */
const everyMs = 30_000;

const trackerList = resource(
  'GET dati_impianto/RT',
  { query: { m: listCodes } },
  raw => readTrackerList(readTable(raw)),
  { everyMs, isLive: true },
);

const drawerParts: readonly Part[] = ['alarms'];
// Drawing comes in a chunk of its own, on its way while the first answer is.
const loadSheet = () => import('./Sheet').then(module => module.Sheet);
const loadDrawer = () => import('./TrackerDrawer').then(module => module.TrackerDrawer);

/** The field of trackers: how far each is from where it should be, and how far the wind is from its limit. */
export function Screen() {
  useLanguage();
  const live = useLiveResource(trackerList, everyMs);
  const view = useView(live);
  const openId = useOpenDevice();
  const opened = view.devices.find(({ id }) => id === openId);
  const list = live.snapshot.value;
  return (
    <div className={opened ? 'hasd' : ''}>
      <div className="sheet">
        <LiveHead
          resource={trackerList}
          live={live}
          reading={t('trackers.title.reading')}
          words={situationWords}
        />
        {list?.devices.length !== 0 && (
          <Lazy load={loadSheet} props={{ list, view, openId, onOpen: openDevice }} />
        )}
      </div>
      {opened && <Lazy load={loadDrawer} parts={drawerParts} props={{ tracker: opened, view }} />}
    </div>
  );
}

function useView({ snapshot, zone, isStill }: LiveData<TrackerList>): View<Tracker> {
  const { counts } = useAlarmCounts();
  const { value: list, receivedMs } = snapshot;
  return useMemo(
    () => ({
      list,
      devices: list?.devices ?? [],
      today: undefined,
      markOf: ({ id }) => markOf(counts, 'tracker', Number(id)),
      zone,
      isStill,
      receivedMs,
    }),
    [list, counts, zone, isStill, receivedMs],
  );
}
