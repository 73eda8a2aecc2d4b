import '../../devices/devices.css';
import './strings.css';
import { useMemo } from 'react';
import { markOf, useAlarmCounts } from '../../data/alarm-counts';
import { resource } from '../../data/resource';
import { readTable } from '../../data/table';
import { type LiveData, useLiveResource } from '../../data/use-live-resource';
import type { View } from '../../devices/descriptor';
import { LiveHead } from '../../devices/LiveHead';
import { openDevice, useOpenDevice } from '../../devices/use-open-device';
import { t, useLanguage } from '../../i18n/translate';
import { Lazy } from '../../ui/Lazy';
import { situationWords } from './situation';
import { listCodes, readStringList, type StringFacts, type StringList } from './string-list';

/** Strings are sampled every 30 s; an answer of the largest plant is 11 kB. */
const everyMs = 30_000;

const stringList = resource(
  'GET dati_impianto/RT',
  { query: { m: listCodes } },
  raw => readStringList(readTable(raw)),
  { everyMs, isLive: true },
);

// Drawing comes in a chunk of its own, on its way while the first answer is.
const loadSheet = () => import('./Sheet').then(module => module.Sheet);
const loadDrawer = () => import('./BoxDrawer').then(module => module.BoxDrawer);

/** All strings at one glance: how far each is from its peers, which are the worst, and what that cost today. */
export function Screen() {
  useLanguage();
  const live = useLiveResource(stringList, everyMs);
  const view = useView(live);
  const openId = useOpenDevice();
  const opened = view.devices.find(({ id }) => id === openId);
  const list = live.snapshot.value;
  return (
    <div className={opened ? 'hasd' : ''}>
      <div className="sheet">
        <LiveHead
          resource={stringList}
          live={live}
          reading={t('strings.title.reading')}
          words={situationWords}
        />
        {list?.devices.length !== 0 && (
          <Lazy load={loadSheet} props={{ list, view, openId, onOpen: openDevice }} />
        )}
      </div>
      {opened && <Lazy load={loadDrawer} props={{ string: opened, view }} />}
    </div>
  );
}

function useView({ snapshot, zone, isStill }: LiveData<StringList>): View<StringFacts> {
  const { counts } = useAlarmCounts();
  const { value: list, receivedMs } = snapshot;
  return useMemo(
    () => ({
      list,
      devices: list?.devices ?? [],
      today: undefined,
      markOf: ({ id }) => markOf(counts, 'stringhe', Number(id)),
      zone,
      isStill,
      receivedMs,
    }),
    [list, counts, zone, isStill, receivedMs],
  );
}
