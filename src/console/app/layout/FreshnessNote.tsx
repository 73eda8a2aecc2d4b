import { useConnection } from '../../data/connection';
import { isStill, usePublishedFreshness } from '../../data/freshness';
import { useNowMs } from '../../data/ticker';
import { formatDuration, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Icon, type IconName } from '../../ui/Icon';
import { freshnessState } from './freshness-state';

/** The age of the screen's data: plain text, bold when it is late, a dark chip when the data does not change or the connection is lost. */
export function FreshnessNote({ zone }: { readonly zone: string }) {
  const published = usePublishedFreshness();
  const connection = useConnection();
  useNowMs();
  const state = freshnessState(published, connection);

  if (state.kind === 'nothing') return null;
  if (state.kind === 'neverConnected') return <Stopped icon="unlink" age={t('freshness.noConnection')} />;
  const age = t('common.ago', { time: formatDuration(state.ageS) });
  const clock = formatTime(state.epochS, zone, 'clock');
  if (isStill(state.kind)) {
    const icon = state.kind === 'lost' ? 'unlink' : 'clock';
    return <Stopped icon={icon} at={t('freshness.stopped', { time: clock })} age={age} />;
  }
  const isLate = state.kind === 'late';
  return (
    <span className={isLate ? 'fresh late only-l' : 'fresh only-l'}>
      {t('freshness.data')} <b>{clock}</b>, {age}
      {isLate && <span className="sr"> ({t('freshness.late')})</span>}
    </span>
  );
}

interface StoppedProps {
  readonly icon: IconName;
  readonly at?: string;
  readonly age: string;
}

function Stopped({ icon, at, age }: StoppedProps) {
  return (
    <span className="age">
      <Icon name={icon} />
      {at && <span className="mid">{at} </span>}
      {age}
    </span>
  );
}
