import type { AlarmMark } from '../data/alarm-counts';
import { AlarmSign } from '../ui/AlarmSign';
import { markWords } from '../ui/alarm-words';

interface Props {
  readonly mark: AlarmMark | undefined;
  /** What it stands by is not of now. */
  readonly isStale?: boolean;
}

/** The sign of the gravest alarm of a device; nothing where there is none. */
export function DeviceSign({ mark, isStale = false }: Props) {
  if (!mark) return null;
  return <AlarmSign {...mark} {...(isStale && { look: 'off' })} label={markWords(mark)} />;
}
