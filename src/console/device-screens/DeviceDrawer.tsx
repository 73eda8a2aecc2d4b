import { type ReactNode, useMemo } from 'react';
import { groups, pointOf } from '../../contract/points';
import type { AlarmGroup } from '../data/alarm-rows';
import { usePast } from '../data/past';
import { unreported } from '../data/unreported';
import { useResource } from '../data/use-resource';
import { formatTime, missing } from '../i18n/format';
import { t, useLanguage } from '../i18n/translate';
import { Drawer } from '../ui/Drawer';
import { Lazy } from '../ui/Lazy';
import { DeviceEvents } from './DeviceEvents';
import { DeviceTrend } from './DeviceTrend';
import type { DeviceScreen, TableScreen, View } from './descriptor';
import { type Device, refusalOf } from './device-list';
import { RefusedText } from './Refused';
import { closeDevice } from './use-open-device';

// Notes come after the values.
const loadNotes = () => import('./LogNotes').then(module => module.LogNotes);

export interface DrawerProps<D extends Device> {
  readonly device: D;
  readonly screen: Pick<DeviceScreen<D>, 'detail'> & Pick<TableScreen<D>, 'source'>;
  readonly view: View<D>;
  /** Content of the drawer's footer. */
  readonly children?: ReactNode;
}

/** Everything that is known about one device. */
export function DeviceDrawer<D extends Device>({ device, screen, view, children }: DrawerProps<D>) {
  const { detail, source } = screen;
  const { Drawing } = detail;
  const { zone } = view;
  const language = useLanguage();
  const { value: isUnreported } = useResource(unreported);
  const isPast = usePast() !== null;
  const isStale = view.isStill || device.isSilent;
  // The lines depend only on the id of the device, not on its values: a poll must not create new ones.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id stands for the device, and the words change with the language
  const trendLines = useMemo(() => detail.trendLines(device), [detail, device.id, language]);
  const note = t('panel.dataOf', { time: formatTime(device.sampledS, zone, 'clock') });
  return (
    <Drawer title={device.name} note={note} onClose={closeDevice}>
      {device.isSilent && <p>{t('drawer.silentHint')}</p>}
      <div className={isStale ? 'stale' : ''} translate="no">
        {Drawing && <Drawing device={device} view={view} />}
      </div>
      {trendLines.length > 0 && <DeviceTrend trendLines={trendLines} zone={zone} />}
      {detail.groups(device, view).map(({ title, facts }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <dl className={isStale ? 'kv old' : 'kv'} translate="no">
            {facts.map(([label, value, point]) => [
              <dt key={label}>{label}</dt>,
              <dd key={`${label} value`}>
                {value}
                {value === missing && point && <WhyMissing {...{ device, point }} group={source.group} />}
                {value === missing && point && isUnreported?.(source.group, Number(device.id), point) && (
                  <small> {t(point === 'dev' ? 'drawer.alone' : 'drawer.unreported')}</small>
                )}
              </dd>,
            ])}
          </dl>
        </section>
      ))}
      {!isPast && <DeviceEvents group={source.group} device={device.id} zone={zone} />}
      <Lazy load={loadNotes} props={{ about: { group: source.group, device: Number(device.id) }, zone }} />
      {children}
    </Drawer>
  );
}

interface WhyProps {
  readonly device: Device;
  readonly group: AlarmGroup;
  readonly point: string;
}

/** The reason of a refused value. */
function WhyMissing({ device, group, point }: WhyProps) {
  const refusal = refusalOf(device, point);
  if (!refusal) return null;
  const known = groups.find(each => each === group);
  const [unit = '', decimals = 1] = (known && pointOf(known, point)) ?? [];
  return <RefusedText {...{ refusal, unit, decimals }} />;
}
