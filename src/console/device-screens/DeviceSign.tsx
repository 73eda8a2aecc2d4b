import type { AlarmMark } from '../data/alarm-counts';
import { AlarmSign } from '../ui/AlarmSign';
import { markWords } from '../ui/alarm-words';

interface Props {
  readonly mark: AlarmMark | undefined;
  /** Whether the value beside the sign is not current. */
  readonly isStale?: boolean;
}

/** The sign of a device's most severe alarm; nothing without an alarm. */
export function DeviceSign({ mark, isStale = false }: Props) {
  if (!mark) return null;
  return <AlarmSign {...mark} {...(isStale && { look: 'off' })} label={markWords(mark)} />;
}
