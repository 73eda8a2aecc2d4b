import { useLanguage } from '../../i18n/translate';
import { DashboardSheet } from './DashboardSheet';

/** The first page: how the plant is doing, at one glance. */
export function Screen() {
  useLanguage();
  return <DashboardSheet inverterHref="/impianto/inverters" />;
}
