import '../ui/lists.css';
import './devices.css';
import { type ComponentType, type ReactNode, useLayoutEffect, useRef } from 'react';
import { plantFacts } from '../data/facts';
import { useLowTraffic } from '../data/traffic';
import { useLiveResource } from '../data/use-live-resource';
import { useResource } from '../data/use-resource';
import { t, useLanguage } from '../i18n/translate';
import { Figure } from '../ui/Figure';
import type { HeadWords } from '../ui/panel-words';
import { DevicePanel, type PanelProps } from './DevicePanel';
import type { DeviceScreen, DeviceSource, View } from './descriptor';
import type { Device } from './device-list';
import { LiveHead } from './LiveHead';
import { OpenedDevice } from './OpenedDevice';
import { type Today, todayOf } from './today';
import { rowLinkId, useOpenDevice } from './use-open-device';
import { useView } from './use-view';

/** Slots have 15 minutes, so the small curve beside a number needs no more frequent request. */
const todayEveryMs = 300_000;

/** A screen without the contents of its drawer. */
type SheetScreen<D extends Device> = Omit<DeviceScreen<D>, 'detail'>;

interface Props<D extends Device> {
  readonly screen: SheetScreen<D>;
  /** The panel with the table, where a screen needs more than the default one. */
  readonly Panel?: ComponentType<PanelProps<D>>;
  readonly drawer: (device: D, view: View<D>) => ReactNode;
}

/** The screen of one kind of device: title sentence, figures, table, and the drawer of the selected device. */
export function DeviceSheet<D extends Device>({ screen }: { readonly screen: DeviceScreen<D> }) {
  return (
    <OwnDeviceSheet
      screen={screen}
      drawer={(device, view) => <OpenedDevice {...{ device, screen, view }} />}
    />
  );
}

/** Like `DeviceSheet`, for a screen with its own drawer and its own panel. */
export function OwnDeviceSheet<D extends Device>({ screen, Panel = DevicePanel, drawer }: Props<D>) {
  useLanguage();
  const { title, source, figures, Panels } = screen;
  const live = useLiveResource(source.live);
  const view = useView(source.group, live, useToday(source, live.zone));
  const openId = useOpenDevice();
  useRowInPlace(openId);
  const { list, isStill } = view;
  const open = view.devices.find(({ id }) => id === openId);
  const expected = useResource(plantFacts).value?.counts.get(source.group) ?? 0;
  return (
    <div className={open ? 'hasd' : ''}>
      <div className="sheet">
        <LiveHead
          resource={source.live}
          live={live}
          reading={t('details.reading', { title: t(title) })}
          words={() => wordsOf(screen, view)}
        />
        <section className={isStill && list ? 'figs k6 stale' : 'figs k6'} aria-label={t('details.figures')}>
          {figures(view).map(figure => (
            <Figure key={figure.label} {...figure} />
          ))}
        </section>
        {list?.devices.length !== 0 && <Panel {...{ screen, view, expected, openId }} />}
        {Panels && list && list.devices.length > 0 && <Panels view={view} />}
      </div>
      {open && drawer(open, view)}
    </div>
  );
}

/** Today's curve of every device; undefined where the screen has none, and in low-traffic mode. */
function useToday({ today }: Pick<DeviceSource<Device>, 'today'>, zone: string): Today | undefined {
  const isLow = useLowTraffic();
  const asked = today !== null && !isLow ? todayOf(today, zone, todayEveryMs) : null;
  return useResource(asked).value;
}

function wordsOf<D extends Device>({ headWords, title }: SheetScreen<D>, view: View<D>): HeadWords {
  return view.devices.length === 0
    ? { title: t('details.none', { title: t(title) }), text: t('details.noneHint') }
    : headWords(view);
}

/** Beside the drawer the list is narrower and what is above it higher: the row stays where it was pressed. */
function useRowInPlace(openId: string | null): void {
  const last = useRef(openId);
  const id = openId === last.current ? null : (openId ?? last.current);
  const row = id === null ? null : document.getElementById(rowLinkId(id));
  const topPx = row?.getBoundingClientRect().top ?? 0;
  useLayoutEffect(() => {
    if (row) scrollBy(0, row.getBoundingClientRect().top - topPx);
    last.current = openId;
  });
}
