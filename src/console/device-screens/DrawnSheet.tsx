import './devices.css';
import type { ComponentType } from 'react';
import type { AlarmGroup } from '../data/alarm-rows';
import type { Resource } from '../data/resource';
import { useLiveResource } from '../data/use-live-resource';
import { t, useLanguage } from '../i18n/translate';
import type { WordKey } from '../i18n/words';
import { Lazy } from '../ui/Lazy';
import type { HeadWords } from '../ui/panel-words';
import type { View } from './descriptor';
import type { Device, DeviceList } from './device-list';
import { LiveHead } from './LiveHead';
import { drawerParts } from './OpenedDevice';
import { openDevice, useOpenDevice } from './use-open-device';
import { useView } from './use-view';

/** A screen for devices of one kind that shows a drawing above the table. */
export interface DrawnScreen<D extends Device, L extends DeviceList<D>> {
  readonly group: AlarmGroup;
  readonly live: Resource<L>;
  /** The title before the first answer. */
  readonly reading: WordKey;
  readonly headWords: (list: L) => HeadWords;
  readonly load: () => Promise<ComponentType<DrawnProps<D, L>>>;
  readonly loadDrawer: () => Promise<ComponentType<OpenedProps<D>>>;
}

/** The properties of the part below the title. */
export interface DrawnProps<D extends Device, L extends DeviceList<D>> {
  /** Undefined before the first answer. */
  readonly list: L | undefined;
  readonly view: View<D>;
  readonly openId: string | null;
  readonly onOpen: (id: string) => void;
}

/** The properties of the drawer: the selected device. */
export interface OpenedProps<D extends Device> {
  readonly device: D;
  readonly view: View<D>;
}

interface Props<D extends Device, L extends DeviceList<D>> {
  readonly screen: DrawnScreen<D, L>;
}

/** Title, drawing and drawer. The code of the drawing is loaded while the first answer is expected. */
export function DrawnSheet<D extends Device, L extends DeviceList<D>>({ screen }: Props<D, L>) {
  useLanguage();
  const { group, reading, headWords, load, loadDrawer } = screen;
  const live = useLiveResource(screen.live);
  const view = useView(group, live);
  const openId = useOpenDevice();
  const opened = view.devices.find(({ id }) => id === openId);
  const list = live.snapshot.value;
  return (
    <div className={opened ? 'hasd' : ''}>
      <div className="sheet">
        <LiveHead resource={screen.live} live={live} reading={t(reading)} words={headWords} />
        {list?.devices.length !== 0 && (
          <Lazy<DrawnProps<D, L>> load={load} props={{ list, view, openId, onOpen: openDevice }} />
        )}
      </div>
      {opened && (
        <Lazy<OpenedProps<D>> load={loadDrawer} parts={drawerParts} props={{ device: opened, view }} />
      )}
    </div>
  );
}
