import { useNowMs } from '../data/ticker';
import { formatDuration, formatTime } from '../i18n/format';
import { t } from '../i18n/translate';
import { AgeChip } from '../ui/AgeChip';
import type { Device } from './device-list';

interface Props {
  readonly device: Device;
  readonly zone: string;
  readonly isStill: boolean;
  readonly receivedMs: number | null;
}

/** How old the sample of a device is; in its place the doubt where it says itself that it is not well. */
export function DeviceAge({ device, zone, isStill, receivedMs }: Props) {
  if (isStill) return formatTime(device.sampledS, zone, 'minute');
  if (device.isDoubtful) return t('details.doubtful');
  return <Age ageS={device.ageS} receivedMs={receivedMs} isSilent={device.isSilent} />;
}

interface AgeProps {
  /** When the snapshot was taken. */
  readonly ageS: number;
  readonly receivedMs: number | null;
  readonly isSilent: boolean;
}

function Age({ ageS, receivedMs, isSilent }: AgeProps) {
  const nowMs = useNowMs();
  const text = formatDuration(ageS + (receivedMs === null ? 0 : (nowMs - receivedMs) / 1000));
  if (!isSilent) return text;
  return (
    <>
      <span className="sr">{t('details.silentWord')}</span> <AgeChip>{text}</AgeChip>
    </>
  );
}
