import { useAlarmCounts } from '../../data/alarm-counts';
import { plantFacts } from '../../data/facts';
import { liveTable } from '../../data/live-table';
import { refresh } from '../../data/poll';
import { type LiveData, useLiveResource } from '../../data/use-live-resource';
import { useResource } from '../../data/use-resource';
import { formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { Live } from './live';
import { liveCodes, readLive } from './read-live';
import type { View } from './view';

const everyMs = 5_000;

const liveValues = liveTable(liveCodes, everyMs, readLive);

/** The plant now, what is known of it, and whether it is of now; published for the top bar. */
export function useLive(): LiveData<Live> & { readonly view: View } {
  const data = useLiveResource(liveValues);
  const facts = useResource(plantFacts).value;
  const { counts: alarms } = useAlarmCounts();
  const { snapshot, zone, isStill } = data;
  const { value } = snapshot;
  const isOld = isStill || (value?.isOld ?? false);
  const ageWords = t('panel.dataOf', { time: formatTime(value?.t, zone, 'minute') });
  return { ...data, view: { live: value ?? null, facts, alarms, zone, isOld, ageWords } };
}

export function retryLive(): void {
  refresh(liveValues);
}
