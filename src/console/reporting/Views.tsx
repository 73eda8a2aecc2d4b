import { currentSearch } from '../browser/search';
import { isOfCalendar } from '../data/periods';
import { t } from '../i18n/translate';

const views = ['statistics', 'reports', 'analysis'] as const;
export type ReportingView = (typeof views)[number];

const places: Readonly<Record<ReportingView, string>> = {
  statistics: '/stats&reports',
  reports: '/stats&reports/reports',
  analysis: '/stats&reports?vista=analisi',
};

/** The way between statistics, reports and analysis; a period of the calendar goes with it. */
export function Views({ current }: { readonly current: ReportingView }) {
  const period = new URLSearchParams(currentSearch()).get('periodo') ?? '';
  const query = isOfCalendar(period) ? `periodo=${period}` : '';
  return (
    <nav className="seg" aria-label={t('statistics.view.label')}>
      {views.map(view => (
        <a
          key={view}
          href={[places[view], query].filter(Boolean).join(places[view].includes('?') ? '&' : '?')}
          aria-current={view === current ? 'page' : undefined}
        >
          {view === 'reports' ? t('menu.reports') : t(`statistics.view.${view}`)}
        </a>
      ))}
    </nav>
  );
}
