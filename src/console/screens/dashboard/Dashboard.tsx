import { useAlarmCounts } from '../../data/alarm-counts';
import { useLanguage } from '../../i18n/translate';
import { fetchAhead, Lazy } from '../../ui/Lazy';
import { DashboardSheet, fetchDrawings } from './DashboardSheet';

const loadAlarms = () => import('./AlarmPanel').then(module => module.AlarmPanel);
const none = {};

/** Loads the parts that are shown after the figures. */
export const fetchRest = () => Promise.all([fetchAhead(loadAlarms), fetchDrawings()]);

/** The first page: the state of the plant at a glance. */
export function Screen() {
  useLanguage();
  const { isOffered } = useAlarmCounts();
  const alarms = <Lazy load={loadAlarms} props={none} />;
  return <DashboardSheet alarms={isOffered && alarms} />;
}
