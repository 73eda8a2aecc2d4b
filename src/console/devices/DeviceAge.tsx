import { useAgeS } from '../data/freshness';
import { formatDuration, formatTime } from '../i18n/format';
import { t } from '../i18n/translate';
import { AgeChip } from '../ui/AgeChip';
import type { Device } from './device-list';

interface Props {
  readonly device: Device;
  readonly zone: string;
  readonly isStill: boolean;
}

/** How old the sample of a device is; in its place the doubt where it says itself that it is not well. */
export function DeviceAge({ device, zone, isStill }: Props) {
  if (isStill) return formatTime(device.sampledS, zone, 'minute');
  if (device.isDoubtful) return t('panel.doubtful');
  return <Age {...device} />;
}

function Age({ sampledS, isSilent }: Pick<Device, 'sampledS' | 'isSilent'>) {
  const text = formatDuration(useAgeS(sampledS));
  if (!isSilent) return text;
  return (
    <>
      <span className="sr">{t('details.silentWord')}</span> <AgeChip>{text}</AgeChip>
    </>
  );
}
