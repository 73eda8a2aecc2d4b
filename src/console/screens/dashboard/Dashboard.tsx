import { useAlarmCounts } from '../../data/alarm-counts';
import { useLanguage } from '../../i18n/translate';
import type { Part } from '../../i18n/words';
import { Lazy } from '../../ui/Lazy';
import { DashboardSheet } from './DashboardSheet';

const loadAlarms = () => import('./AlarmPanel').then(module => module.AlarmPanel);
const alarmParts: readonly Part[] = ['alarms'];
const none = {};

/** The first page: how the plant is doing, at one glance. */
export function Screen() {
  useLanguage();
  const { isOffered } = useAlarmCounts();
  // The texts of the alarms come after the figures, like the drawings.
  const alarms = (
    <section className="c5 side4">
      <Lazy load={loadAlarms} parts={alarmParts} props={none} />
    </section>
  );
  return <DashboardSheet alarms={isOffered && alarms} inverterHref="/impianto/inverters" />;
}
