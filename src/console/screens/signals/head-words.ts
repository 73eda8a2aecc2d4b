import type { View } from '../../device-screens/descriptor';
import type { Device } from '../../device-screens/device-list';
import { sentences, silenceWords } from '../../device-screens/head-words';
import { t } from '../../i18n/translate';
import type { HeadWords } from '../../ui/panel-words';
import { isAbnormal, stateWord } from './signal';

/** At most this many inputs are named. */
const namedAtMost = 4;

/** The number of abnormal inputs, and their states. */
export function headWords({ devices }: View<Device>): HeadWords {
  const total = devices.length;
  const abnormal = devices.filter(isAbnormal);
  const named = abnormal
    .slice(0, namedAtMost)
    .map(signal => `${signal.name}: ${stateWord(signal).toLowerCase()}.`);
  if (devices.every(({ isSilent }) => isSilent)) {
    return { title: t('panel.unknown'), text: silenceWords(devices) };
  }
  return {
    title:
      abnormal.length === 0
        ? t('signals.title.calm', { count: total })
        : t('signals.title.abnormal', { count: abnormal.length, total }),
    text: sentences(...named, silenceWords(devices)),
  };
}
