import { useConnection } from '../../data/connection';
import { deviceFacts, fallbackZone, plantFacts } from '../../data/facts';
import { useFreshness } from '../../data/freshness';
import { refresh } from '../../data/poll';
import type { Snapshot } from '../../data/poll-store';
import { resource } from '../../data/resource';
import { readTable } from '../../data/table';
import { useResource } from '../../data/use-resource';
import { formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { Live } from './live';
import { liveCodes, readLive } from './read-live';
import type { View } from './view';

const everyMs = 5_000;

const liveValues = resource(
  'GET dati_impianto/RT',
  { query: { m: liveCodes } },
  raw => readLive(readTable(raw)),
  { everyMs, isLive: true },
);

/** The plant now, what is known of it, and whether it is of now; published for the top bar. */
export function useLive(): { readonly view: View; readonly snapshot: Snapshot<Live> } {
  const snapshot = useResource(liveValues);
  const { state } = useConnection();
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  const facts = useResource(plantFacts).value;
  const { value, error, receivedMs } = snapshot;
  useFreshness({ epochS: value?.t ?? null, receivedMs, everyMs });
  const isRefused = error !== null && !error.isOutage;
  const isOld = state === 'lost' || isRefused || (value?.isOld ?? false);
  const ageWords = t('dashboard.dataOf', { time: formatTime(value?.t, zone, 'minute') });
  return { view: { live: value ?? null, facts, zone, isOld, ageWords }, snapshot };
}

export function retryLive(): void {
  refresh(liveValues);
}
