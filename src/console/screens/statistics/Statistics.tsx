import './statistics.css';
import { useState, useSyncExternalStore } from 'react';
import { currentSearch, onSearchChange } from '../../browser/search';
import { useConnection } from '../../data/connection';
import { kindOf, rowKindOf } from '../../data/periods';
import type { Report } from '../../data/report';
import { useLowTraffic } from '../../data/traffic';
import { t, useLanguage } from '../../i18n/translate';
import { PeriodChoice } from '../../reporting/PeriodChoice';
import { comparedName, comparedSpan } from '../../reporting/period-words';
import { ReportHead, ReportState } from '../../reporting/ReportHead';
import { FileButton, SheetTable } from '../../reporting/SheetTable';
import type { Sheet } from '../../reporting/sheet';
import { invertersSheet, rowsSheet } from '../../reporting/sheets';
import { useReport } from '../../reporting/use-report';
import { Views } from '../../reporting/Views';
import { Figure } from '../../ui/Figure';
import { Icon } from '../../ui/Icon';
import { Lazy } from '../../ui/Lazy';
import { WhenNear } from '../../ui/WhenNear';
import { figuresOf } from './figures';
import { HourMapPanel } from './HourMapPanel';
import { IndicesPanel } from './IndicesPanel';

// Code and words of the analysis come when it is opened.
const loadAnalysis = () => import('./analysis/Analysis').then(module => module.Analysis);
const analysisParts = ['analysis'] as const;

const isOfAnalysis = () => new URLSearchParams(currentSearch()).get('vista') === 'analisi';

/** Statistics, or in their place the analysis. */
export function Screen() {
  const isAnalysis = useSyncExternalStore(onSearchChange, isOfAnalysis);
  return isAnalysis ? <Lazy load={loadAnalysis} parts={analysisParts} props={{}} /> : <Statistics />;
}

/** The energy of the plant in a day, a month, a year or in total, compared with the expected. */
function Statistics() {
  useLanguage();
  const view = useReport();
  const report = view?.snapshot.value;
  const comparedLabel = comparedName(report);
  // A completed period does not change; a running one is out of date while the connection is lost.
  const isStill = useConnection().state === 'lost' && report?.isRunning === true;
  return (
    <div className="sheet stats">
      <ReportHead view={view} />
      <section className="row flt" aria-label={t('report.period.label')}>
        <Views current="statistics" />
        {view && <PeriodChoice view={view} />}
        <button type="button" className="o only-l keep end" onClick={() => print()}>
          <Icon name="print" /> {t('statistics.print')}
        </button>
      </section>
      {!view?.snapshot.error?.isNotProvided && (
        <section
          className={isStill ? 'figs k6 six stale' : 'figs k6 six'}
          aria-label={t('statistics.figures')}
        >
          {figuresOf(report, comparedSpan(report)).map(figure => (
            <Figure key={figure.label} {...figure} />
          ))}
        </section>
      )}
      {view && <ReportState view={view} />}
      {report && report.dataFromS !== null && <Panels report={report} comparedLabel={comparedLabel} />}
    </div>
  );
}

// Loaded after the first panels.
const loadBalance = () => import('../../reporting/Balance').then(module => module.Balance);

interface Props {
  readonly report: Report;
  readonly comparedLabel: string;
}

function Panels({ report, comparedLabel }: Props) {
  return (
    <>
      <ChartPanel report={report} comparedLabel={comparedLabel} />
      <HourMapPanel report={report} />
      <IndicesPanel report={report} comparedLabel={comparedSpan(report)} />
      <WhenNear>
        <Lazy load={loadBalance} parts={['balance', 'reports']} props={{ report }} />
      </WhenNear>
      <InverterPanel report={report} />
      <SheetPanel
        sheet={rowsSheet(report, comparedLabel)}
        report={report}
        isReversed={kindOf(report.period) !== 'day'}
      />
    </>
  );
}

interface SheetProps {
  readonly sheet: Sheet;
  readonly report: Report;
  readonly isReversed?: boolean;
}

function SheetPanel({ sheet, report, isReversed = false }: SheetProps) {
  return (
    <section>
      <div className="ph">
        <h2>{sheet.title}</h2>
        <FileButton sheet={sheet} report={report} />
      </div>
      <SheetTable sheet={sheet} isReversed={isReversed} />
    </section>
  );
}

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

interface Props {
  readonly report: Report;
  readonly comparedLabel: string;
}

// The chart is loaded after the text and, in low-traffic mode, only on request.
const loadChart = () => import('../../reporting/charts').then(module => module.ReportPlot);

export function ChartPanel({ report, comparedLabel }: Props) {
  const [isAsked, setAsked] = useState(false);
  const isOnDemand = useLowTraffic() && !isAsked;
  const heading = <h2>{t(`report.energyBy.${rowKindOf(report.period)}`)}</h2>;
  const head = <div className="ph">{heading}</div>;
  return (
    <section>
      {isOnDemand ? (
        <>
          {head}
          <p className="row">
            <span>{t('statistics.onDemand')}</span>
            <button type="button" className="o" onClick={() => setAsked(true)}>
              {t('statistics.show')}
            </button>
          </p>
        </>
      ) : (
        <Lazy
          load={loadChart}
          props={{ report, comparedLabel, heading }}
          waiting={<div className="room">{head}</div>}
        />
      )}
    </section>
  );
}
