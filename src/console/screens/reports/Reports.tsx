import './reports.css';
import { useState } from 'react';
import { kindOf, periodsUpTo } from '../../data/periods';
import { answeredAtS } from '../../data/waiting';
import { t, useLanguage } from '../../i18n/translate';
import { headWordsOf } from '../../reporting/head-words';
import { PeriodChoice } from '../../reporting/PeriodChoice';
import { comparedName, periodName, periodTitle } from '../../reporting/period-words';
import { ReportState } from '../../reporting/ReportHead';
import { type ReportView, useReport } from '../../reporting/use-report';
import { Views } from '../../reporting/Views';
import { Icon } from '../../ui/Icon';
import { Paper } from './Paper';
import { type SectionName, sectionsOf } from './sections';

/** The daily, monthly and annual report: the printed sheet on the screen, and every table as a file. */
export function Screen() {
  useLanguage();
  const view = useReport();
  const [left, setLeft] = useState<readonly SectionName[]>([]);
  const report = view?.snapshot.value;
  const sections = report ? sectionsOf(report) : [];
  const toggle = (section: SectionName) =>
    setLeft(left.includes(section) ? left.filter(each => each !== section) : [...left, section]);
  return (
    <div className="sheet rp">
      <Head view={view} />
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
                  checked={!left.includes(section)}
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
            sections={sections.filter(section => !left.includes(section))}
            createdS={answeredAtS(view.snapshot)}
          />
        )}
      </div>
    </div>
  );
}

function Head({ view }: { readonly view: ReportView | null }) {
  const report = view?.snapshot.value;
  const period = view?.period ?? '';
  return (
    <header className="head">
      <h1>
        {view ? t(`reports.title.${kindOf(period)}`, { period: periodName(period) }) : t('menu.reports')}
      </h1>
      <p>{report && headWordsOf(report).text}</p>
      <button type="button" className="keep" disabled={!report} onClick={() => print()}>
        <Icon name="print" /> {t('reports.print')}
      </button>
    </header>
  );
}

const mostListed = 8;

/** Buttons for the last periods of this kind. */
function Latest({ view: { period, extent, choose } }: { readonly view: ReportView }) {
  const kind = kindOf(period);
  const listed = periodsUpTo(kind === 'day' ? 'month' : kind, extent).slice(0, mostListed);
  if (kind === 'all' || kind === 'day') return null;
  return (
    <>
      <h2>{t('reports.latest')}</h2>
      <ul className="lst">
        {listed.map(each => (
          <li key={each}>
            <a
              href={`?periodo=${each}`}
              aria-current={each === period ? 'true' : undefined}
              onClick={event => {
                event.preventDefault();
                choose({ period: each, compared: null });
              }}
            >
              {periodTitle(each)}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
