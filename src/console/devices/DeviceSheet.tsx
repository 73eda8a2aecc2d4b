import '../ui/lists.css';
import './devices.css';
import { useMemo } from 'react';
import { markOf, useAlarmCounts } from '../data/alarm-counts';
import { plantFacts } from '../data/facts';
import { refresh } from '../data/poll';
import { useLowTraffic } from '../data/traffic';
import { type LiveData, useLiveResource } from '../data/use-live-resource';
import { useResource } from '../data/use-resource';
import { answeredAtS, useWaitedS } from '../data/waiting';
import { t, useLanguage } from '../i18n/translate';
import { Figure } from '../ui/Figure';
import { Lazy } from '../ui/Lazy';
import { PanelFailure } from '../ui/PanelFailure';
import { type HeadWords, stillWords, waitingWords } from '../ui/panel-words';
import type { DrawerProps } from './DeviceDrawer';
import { DevicePanel } from './DevicePanel';
import type { DeviceScreen, View } from './descriptor';
import { type Device, type DeviceList, everyMs } from './device-list';
import { todayOf } from './today';
import { useOpenDevice } from './use-open-device';

/** Slots are of a quarter of an hour: what is only a line beside a number need not be asked for more often. */
const todayEveryMs = 300_000;
const noDevices: readonly never[] = [];
const drawerParts = ['alarms'] as const;
// Comes when a device is opened: the list does without.
const loadDrawer = () => import('./DeviceDrawer').then(module => module.DeviceDrawer);

/** The ruled sheet of one kind of device: situation, figures, a table, and the drawer of the one that is looked at. */
export function DeviceSheet<D extends Device>({ screen }: { readonly screen: DeviceScreen<D> }) {
  useLanguage();
  const { source, figures, Panels } = screen;
  const live = useLiveResource(source.live, everyMs);
  const view = useView(screen, live);
  const openId = useOpenDevice();
  const { snapshot, zone, isRefused, isStill } = live;
  const { list } = view;
  const open = view.devices.find(({ id }) => id === openId);
  const expected = useResource(plantFacts).value?.counts.get(source.group) ?? 0;
  return (
    <div className={open ? 'hasd' : ''}>
      <div className="sheet">
        <Head screen={screen} live={live} view={view} />
        <section className={isStill && list ? 'figs k6 stale' : 'figs k6'} aria-label={t('details.figures')}>
          {figures(view).map(figure => (
            <Figure key={figure.label} {...figure} />
          ))}
        </section>
        {isRefused && (
          <div>
            <PanelFailure
              what={t('panel.refused')}
              cause={snapshot.error?.kind}
              lastS={answeredAtS(snapshot)}
              zone={zone}
              onRetry={() => refresh(source.live)}
            />
          </div>
        )}
        {list?.devices.length !== 0 && <DevicePanel {...{ screen, view, expected, openId }} />}
        {Panels && list && list.devices.length > 0 && <Panels view={view} />}
      </div>
      {open && (
        <Lazy<DrawerProps<D>> load={loadDrawer} parts={drawerParts} props={{ device: open, screen, view }} />
      )}
    </div>
  );
}

function useView<D extends Device>({ source }: DeviceScreen<D>, live: LiveData<DeviceList<D>>): View<D> {
  const { snapshot, zone, isStill } = live;
  const { counts } = useAlarmCounts();
  const isLow = useLowTraffic();
  const { group, today } = source;
  const asked = today !== null && !isLow ? todayOf(today, zone, todayEveryMs) : null;
  const day = useResource(asked).value;
  const list = snapshot.value;
  return useMemo(
    () => ({
      list,
      devices: list?.devices ?? noDevices,
      today: day,
      markOf: ({ id }) => markOf(counts, group, Number(id)),
      zone,
      isStill,
      receivedMs: snapshot.receivedMs,
    }),
    [list, day, counts, group, zone, isStill, snapshot.receivedMs],
  );
}

interface HeadProps<D extends Device> {
  readonly screen: DeviceScreen<D>;
  readonly live: LiveData<DeviceList<D>>;
  readonly view: View<D>;
}

function Head<D extends Device>({ screen, live, view }: HeadProps<D>) {
  const waiting = waitingWords(useWaitedS(live.snapshot));
  const { title, text } = headWords(screen, view, waiting);
  return (
    <header className="head">
      <h1>{title}</h1>
      {text !== '' && <p>{text}</p>}
    </header>
  );
}

function headWords<D extends Device>(
  { situation, title }: DeviceScreen<D>,
  view: View<D>,
  waiting: string,
): HeadWords {
  const { list, zone, isStill } = view;
  if (!list) {
    const reading = t('details.reading', { title: t(title) });
    return { title: isStill ? t('panel.unknown') : reading, text: waiting };
  }
  const words =
    list.devices.length === 0
      ? { title: t('details.none', { title: t(title) }), text: t('details.noneHint') }
      : situation(view);
  return isStill ? stillWords(words.title, list.t, zone) : words;
}
