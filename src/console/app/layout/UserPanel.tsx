import { type DeviceFacts, fallbackProduct } from '../../data/facts';
import { plantNowMs } from '../../data/plant-clock';
import type { Session } from '../../data/session';
import { useNowMs } from '../../data/ticker';
import { receivedBytes, useLowTraffic } from '../../data/traffic';
import { formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { runningBuild } from '../build-check';
import { FormatSelect } from '../controls/FormatSelect';
import { LanguageSelect } from '../controls/LanguageSelect';
import { LowTrafficSwitch } from '../controls/LowTrafficSwitch';
import { SunlightSwitch } from '../controls/SunlightSwitch';
import { browserZone, isSameClock } from './plant-day';
import './user-panel.css';

export interface UserPanelProps {
  readonly session: Session;
  readonly device: DeviceFacts | undefined;
  readonly zone: string;
}

/**
 * Name and role, the settings of this browser (language, low-traffic mode, sunlight), the software version and the time zone; and the way
 * to the raw data, which the menus of the specification do not have.
 */
export function UserPanel({ session, device, zone }: UserPanelProps) {
  return (
    <>
      <div>
        <b>{session.name}</b>
        <small>{t('userPanel.signedIn', { user: session.user, role: t(`role.${session.role}`) })}</small>
      </div>
      <LanguageSelect />
      <FormatSelect />
      <div>
        <LowTrafficSwitch />
        {useLowTraffic() && <small>{t('userPanel.sparing')}</small>}
        <Received />
      </div>
      <SunlightSwitch />
      <Versions device={device} />
      <a href="/raw-data/plant">{t('userPanel.raw')}</a>
      <ZoneNote zone={zone} />
      {device?.isSimulated && <small>{t('userPanel.simulated')}</small>}
    </>
  );
}

function Received() {
  useNowMs();
  return <small>{t('userPanel.received', { bytes: formatBytes(receivedBytes()) })}</small>;
}

function Versions({ device }: { readonly device: DeviceFacts | undefined }) {
  const build = runningBuild();
  return (
    <dl>
      {build && (
        <div>
          <dt>{t('userPanel.console')}</dt>
          <dd>{t('userPanel.build', { build })}</dd>
        </div>
      )}
      {device?.version && (
        <div>
          <dt>{t('userPanel.datalogger')}</dt>
          <dd>
            {device.product ?? fallbackProduct} {device.version}
          </dd>
        </div>
      )}
    </dl>
  );
}

/** All times are those of the plant. This note appears when the clock of this device shows another time. */
function ZoneNote({ zone }: { readonly zone: string }) {
  const device = browserZone();
  if (isSameClock(zone, device, plantNowMs() / 1000)) return null;
  return <small>{t('userPanel.zone', { plant: zone, device })}</small>;
}

/** In kilobytes (1,000 bytes), or in megabytes from 1,000,000 bytes on. */
function formatBytes(bytes: number): string {
  return bytes < 1e6 ? formatQuantity(bytes / 1e3, 0, 'kB') : formatQuantity(bytes / 1e6, 1, 'MB');
}
