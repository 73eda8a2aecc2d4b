import { useState } from 'react';
import { reportColumns } from '../../../contract/report-figures';
import { kindOf } from '../../data/periods';
import type { Report } from '../../data/report';
import { useLowTraffic } from '../../data/traffic';
import { formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { energyText, summaryOf } from '../../reporting/head-words';
import { rowName, rowValues } from '../../reporting/sheets';
import { Lazy } from '../../ui/Lazy';

interface Props {
  readonly report: Report;
  readonly comparedLabel: string;
}

// uPlot comes after everything that can be read, and on a metered line only when it is asked for.
const loadChart = () => import('./chart/ChartBox').then(module => module.ChartBox);

export function ChartPanel({ report, comparedLabel }: Props) {
  const [isAsked, setAsked] = useState(false);
  const isOnDemand = useLowTraffic() && !isAsked;
  const title = t(`report.energyBy.${kindOf(report.period)}`);
  const head = (
    <div className="ph">
      <h2>{title}</h2>
    </div>
  );
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
          props={{ title, report, comparedLabel, summary: wordsOf(report) }}
          waiting={<div className="room">{head}</div>}
        />
      )}
    </section>
  );
}

function wordsOf(report: Report): string {
  const isDay = kindOf(report.period) === 'day';
  const names = report.rows.starts.map((_, row) => rowName(report, row, report.zone));
  const [unit, decimals] = reportColumns.potenza;
  return isDay
    ? summaryOf(rowValues(report, 'potenza'), names, value => formatQuantity(value, decimals, unit))
    : summaryOf(rowValues(report, 'energia'), names, energyText);
}
