import type { ReportSection } from '../../../contract/report-sections';
import './reports.css';
import { useState } from 'react';
import { downloadFile } from '../../browser/download';
import { kindOf, periodsUpTo } from '../../data/periods';
import { reportQuery } from '../../data/report-query';
import { blobOf } from '../../data/table-file';
import { call } from '../../data/transport';
import { answeredAtS } from '../../data/waiting';
import { currentLanguage, t, useLanguage } from '../../i18n/translate';
import { headWordsOf } from '../../reporting/head-words';
import { PeriodChoice } from '../../reporting/PeriodChoice';
import { comparedName, periodName, periodTitle } from '../../reporting/period-words';
import { ReportState } from '../../reporting/ReportHead';
import { type ReportView, useReport } from '../../reporting/use-report';
import { Views } from '../../reporting/Views';
import { Icon } from '../../ui/Icon';
import { Paper } from './Paper';
import { sectionsOf } from './sections';

/** The daily, monthly and annual report: the printed sheet on the screen, and every table as a file. */
export function Screen() {
  useLanguage();
  const view = useReport();
  const [left, setLeft] = useState<readonly ReportSection[]>([]);
  const report = view?.snapshot.value;
  const sections = report ? sectionsOf(report) : [];
  const wanted = sections.filter(section => !left.includes(section));
  const toggle = (section: ReportSection) =>
    setLeft(left.includes(section) ? left.filter(each => each !== section) : [...left, section]);
  return (
    <div className="sheet rp">
      <Head view={view} sezioni={wanted.join()} />
      <section className="c3 noprint flt">
        <Views current="reports" />
        {view && <PeriodChoice view={view} />}
        {view && <Latest view={view} />}
        {sections.length > 0 && (
          <fieldset>
            <legend>{t('reports.content')}</legend>
            {sections.map(section => (
              <label key={section}>
                <input
                  type="checkbox"
                  className="keep"
                  checked={wanted.includes(section)}
                  onChange={() => toggle(section)}
                />
                {t(`reports.section.${section}`)}
              </label>
            ))}
          </fieldset>
        )}
      </section>
      <div className="c9 beside">
        {view && <ReportState view={view} />}
        {view && report && report.dataFromS !== null && (
          <Paper
            report={report}
            comparedLabel={comparedName(report)}
            sections={wanted}
            createdS={answeredAtS(view.snapshot)}
          />
        )}
      </div>
    </div>
  );
}

interface HeadProps {
  readonly view: ReportView | null;
  /** The sections that are wanted, with commas between them. */
  readonly sezioni: string;
}

function Head({ view, sezioni }: HeadProps) {
  const [isFailed, setFailed] = useState(false);
  const report = view?.snapshot.value;
  const period = view?.period ?? '';
  const sheet = sheetOf(period);
  const lingua = currentLanguage();
  const save = (name: string, asked: ReturnType<typeof call>) =>
    asked
      .then(({ text }) => downloadFile(`meridiana-${name}.pdf`, blobOf(text)))
      .then(
        () => setFailed(false),
        () => setFailed(true),
      );
  return (
    <header className="head">
      <h1>
        {view ? t(`reports.title.${kindOf(period)}`, { period: periodName(period) }) : t('menu.reports')}
      </h1>
      <p>{isFailed ? t('report.failed') : report && headWordsOf(report).text}</p>
      {view && (
        <button
          type="button"
          className="o keep"
          disabled={!report || sezioni === ''}
          onClick={() => {
            const query = { ...reportQuery(period, view.compared), lingua, sezioni };
            return save(period || 'all', call('GET report/pdf', { query }));
          }}
        >
          <Icon name="down" /> PDF
        </button>
      )}
      {sheet && (
        <button
          type="button"
          className="o keep"
          disabled={!report}
          onClick={() =>
            save(`${sheet}-${period}`, call(`GET ${sheet}/pdf`, { query: { d: period, lingua } }))
          }
        >
          <Icon name="down" /> {t(`reports.sheet.${sheet}`)}
        </button>
      )}
      <button type="button" className="keep" disabled={!report} onClick={() => print()}>
        <Icon name="print" /> {t('reports.print')}
      </button>
    </header>
  );
}

/** The sheet of its own that a period has: of a month the one of the contract, of a day the voltages of its week. */
function sheetOf(period: string): 'contratto' | 'tensione' | null {
  const kind = kindOf(period);
  return kind === 'month' ? 'contratto' : kind === 'day' ? 'tensione' : null;
}

const mostListed = 8;

/** Links to the last periods of this kind. */
function Latest({ view: { period, extent } }: { readonly view: ReportView }) {
  const kind = kindOf(period);
  if (kind === 'all' || kind === 'day') return null;
  return (
    <>
      <h2>{t('reports.latest')}</h2>
      <ul className="lst">
        {periodsUpTo(kind, extent)
          .slice(0, mostListed)
          .map(each => (
            <li key={each}>
              <a href={`/stats&reports/reports?periodo=${each}`} aria-current={each === period || undefined}>
                {periodTitle(each)}
              </a>
            </li>
          ))}
      </ul>
    </>
  );
}
