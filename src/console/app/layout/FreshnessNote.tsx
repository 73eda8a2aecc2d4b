import { useConnection } from '../../data/connection';
import { usePublishedFreshness } from '../../data/freshness';
import { plantNowMs } from '../../data/plant-clock';
import { useNowMs } from '../../data/ticker';
import { lowTrafficInterval, useLowTraffic } from '../../data/traffic';
import { formatDuration, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Icon } from '../../ui/Icon';
import { freshnessState } from './freshness-state';

/** How old the screen's data is: plain, bold when late, an ink chip when the connection is lost. */
export function FreshnessNote({ zone }: { readonly zone: string }) {
  const published = usePublishedFreshness();
  const connection = useConnection();
  const isLow = useLowTraffic();
  const nowMs = useNowMs();
  const everyMs = isLow ? lowTrafficInterval(published?.everyMs ?? 0) : (published?.everyMs ?? 0);
  const clocks = { nowMs, plantNowMs: plantNowMs() };
  const state = freshnessState(published && { ...published, everyMs }, connection, clocks);

  if (state.kind === 'nothing') return null;
  if (state.kind === 'neverConnected') return <Stopped age={t('freshness.noConnection')} />;
  const age = t('common.ago', { time: formatDuration(state.ageS) });
  const clock = formatTime(state.epochS, zone, 'clock');
  if (state.kind === 'lost') return <Stopped at={t('freshness.stopped', { time: clock })} age={age} />;
  const isLate = state.kind === 'late';
  return (
    <span className={isLate ? 'fresh late only-l' : 'fresh only-l'}>
      {t('freshness.data')} <b>{clock}</b>, {age}
      {isLate && <span className="sr"> ({t('freshness.late')})</span>}
    </span>
  );
}

function Stopped({ at, age }: { readonly at?: string; readonly age: string }) {
  return (
    <span className="age">
      <Icon name="unlink" />
      {at && <span className="mid">{at} </span>}
      {age}
    </span>
  );
}
