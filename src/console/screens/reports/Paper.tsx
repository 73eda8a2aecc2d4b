import type { ReportSection } from '../../../contract/report-sections';
import { plantFacts } from '../../data/facts';
import { kindOf, rowKindOf } from '../../data/periods';
import { proofsOf } from '../../data/proofs';
import type { Report } from '../../data/report';
import { useResource } from '../../data/use-resource';
import { formatDifference, formatNumber, formatQuantity, formatTime, missing } from '../../i18n/format';
import { t, useLanguage } from '../../i18n/translate';
import { ReportPlot } from '../../reporting/charts';
import { fallOf } from '../../reporting/fall';
import { energyText } from '../../reporting/head-words';
import { periodName, periodTitle } from '../../reporting/period-words';
import { FileButton, SheetTable } from '../../reporting/SheetTable';
import type { Sheet } from '../../reporting/sheet';
import { isUncertain, marked, trustWords } from '../../reporting/trust';
import { Icon } from '../../ui/Icon';
import { Lazy } from '../../ui/Lazy';
import { isOnPaper, tablesOf } from './sections';

const loadNotes = () => import('../../device-screens/LogNotes').then(module => module.LogNotes);

interface Props {
  readonly report: Report;
  readonly comparedLabel: string;
  readonly sections: readonly ReportSection[];
  /** Epoch seconds by the plant's clock. */
  readonly createdS: number | null;
}

/** The report as printed on A4; the screen shows the same sheet. */
export function Paper({ report, comparedLabel, sections, createdS }: Props) {
  return (
    <article className="a4">
      <div>
        <header>
          <div>
            <h2>{t(`reports.kind.${kindOf(report.period)}`)}</h2>
            {periodTitle(report.period)}
          </div>
          <Icon name="logo" />
        </header>
        <Figures report={report} />
        {sections.map(section =>
          section === 'proofs' ? (
            <Proofs key={section} report={report} />
          ) : (
            <Section key={section} {...{ section, report, comparedLabel }} />
          ),
        )}
      </div>
      <TitleBlock report={report} createdS={createdS} />
    </article>
  );
}

function Figures({ report }: { readonly report: Report }) {
  const { index, basis } = report;
  const [energy, epi, stopped, used] = [index('energia'), index('epi'), index('fermo'), index('autoconsumo')];
  const target = basis('pr_atteso');
  const percent = (value: number | null, decimals = 1) => formatQuantity(value, decimals, '%');
  const expected = epi !== null && {
    value: energyText(index('attesa')),
    percent: `${formatDifference(epi - 100, 1)}\u00a0%`,
  };
  // If a number is not known, its comparison is left out too.
  const figures = [
    ['energia', energyText(energy), expected && t('report.expectedNote', expected)],
    ['pr', percent(index('pr')), target !== null && t('report.target', { value: percent(target, 0) })],
    [
      'disponibilita',
      percent(index('disponibilita'), 2),
      stopped !== null && t('report.lostNote', { time: formatNumber(stopped, 1) }),
    ],
    [
      'immessa',
      energyText(index('immessa')),
      used !== null && `${t('report.index.autoconsumo')} ${percent(used)}`,
    ],
  ] as const;
  return (
    <div className="a4k">
      {figures.map(([name, value, note]) => (
        <div key={name}>
          <span>{t(`report.index.${name}`)}</span>
          <b>{marked(value, isUncertain(report, name, report))}</b>
          <small>{trustWords(report, name, report) || note}</small>
        </div>
      ))}
    </div>
  );
}

interface SectionProps {
  readonly section: ReportSection;
  readonly report: Report;
  readonly comparedLabel: string;
}

function Section({ section, report, comparedLabel }: SectionProps) {
  const sheets = tablesOf(section, report, comparedLabel).filter(
    ({ columns }) => columns[0]?.values.length !== 0,
  );
  return (
    <>
      {section === 'energy' && (
        <ReportPlot
          report={report}
          comparedLabel=""
          heading={<h3>{t(`report.energyBy.${rowKindOf(report.period)}`)}</h3>}
        />
      )}
      {sheets.map(sheet => (
        <Table key={sheet.name} sheet={sheet} report={report} isOnPaper={isOnPaper(section, report)} />
      ))}
      {sheets.length === 0 && (
        <>
          <h3>{t(`reports.section.${section}`)}</h3>
          <p className="u">{t('reports.nothing')}</p>
        </>
      )}
      {section === 'stops' && <Available report={report} />}
      {section === 'notes' && (
        <div className="noprint">
          <Lazy
            load={loadNotes}
            parts={['drawer']}
            props={{ about: { group: 'impianto' }, zone: report.zone, isTitled: false }}
          />
        </div>
      )}
      {section === 'balance' && <Soiling report={report} />}
      {section === 'trend' && report.ageing !== null && (
        <p>{t('reports.ageing', { percent: `${formatDifference(report.ageing, 2)}\u00a0%` })}</p>
      )}
    </>
  );
}

/** What the period proves; nothing where the datalogger does not say. */
function Proofs({ report }: { readonly report: Report }) {
  const sheets = useResource(proofsOf(report, useLanguage())).value ?? [];
  return sheets.map(sheet => <Table key={sheet.name} {...{ sheet, report }} isOnPaper />);
}

/** The availability as contracts count it: nobody at the plant answers for the grid. */
function Available({ report: { losses } }: { readonly report: Report }) {
  const percent = losses.of('disponibilita');
  return percent === null ? null : (
    <p>{t('reports.available', { percent: formatQuantity(percent, 2, '%') })}</p>
  );
}

function Soiling({ report: { soiling, sinceCleaning, zone } }: { readonly report: Report }) {
  const [rate, paysFromS] = [soiling('tasso'), soiling('conviene')];
  const [lost, worth] = [sinceCleaning('persa'), sinceCleaning('valore')];
  const energy =
    formatQuantity(lost, 1, 'kWh') + (worth === null ? '' : ` (${formatQuantity(worth, 2, '€')})`);
  return rate === null ? null : (
    <p>
      {t('reports.soilingRate', { percent: formatQuantity(rate, 3, '%') })}
      {lost !== null && ` ${t('reports.sinceCleaning', { energy })}`}
      {paysFromS !== null && ` ${t('reports.washPays', { date: formatTime(paysFromS, zone, 'date') })}`}
    </p>
  );
}

interface TableProps {
  readonly sheet: Sheet;
  readonly report: Report;
  readonly isOnPaper: boolean;
}

function Table({ sheet, report, isOnPaper }: TableProps) {
  return (
    <section className={isOnPaper ? '' : 'noprint'}>
      <div className="ph">
        <h3>{sheet.title}</h3>
        <FileButton sheet={sheet} report={report} />
      </div>
      {isOnPaper && <SheetTable sheet={sheet} drawn={fallOf(report, sheet)} />}
    </section>
  );
}

/** The title block at the bottom of every sheet. */
function TitleBlock({ report, createdS }: Pick<Props, 'report' | 'createdS'>) {
  const plant = useResource(plantFacts).value;
  const { zone, coverage, period } = report;
  const facts = [
    [t('reports.plant'), plant?.name || missing],
    [t('reports.power'), formatQuantity(report.basis('kwp'), 1, 'kWp')],
    [t('reports.period'), periodName(period)],
    [t('reports.present'), formatQuantity(coverage.tempo, 1, '%')],
    [t('reports.created'), `${formatTime(createdS, zone, 'date')} ${formatTime(createdS, zone, 'minute')}`],
  ] as const;
  return (
    <footer>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </footer>
  );
}
