import type { Report } from '../../data/report';
import { useLowTraffic } from '../../data/traffic';
import { t } from '../../i18n/translate';
import { FileButton, SheetTable } from '../../reporting/SheetTable';
import { invertersSheet } from '../../reporting/sheets';
import { Lazy } from '../../ui/Lazy';

const loadDeviations = () => import('../../reporting/charts').then(module => module.Deviations);

/** The yields of the inverters as a table and as a chart; in low-traffic mode the chart is not loaded. */
export function InverterPanel({ report }: { readonly report: Report }) {
  const isSpared = useLowTraffic();
  if (report.inverters.length < 2) return null;
  const sheet = invertersSheet(report);
  const heading = (
    <>
      <h2>{t('statistics.inverters')}</h2>
      <FileButton sheet={sheet} report={report} />
    </>
  );
  const head = <div className="ph">{heading}</div>;
  return (
    <section className="deviations">
      {isSpared ? head : <Lazy load={loadDeviations} props={{ report, heading }} waiting={head} />}
      <SheetTable sheet={sheet} />
    </section>
  );
}
