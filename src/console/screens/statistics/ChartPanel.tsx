import { useState } from 'react';
import { kindOf } from '../../data/periods';
import type { Report } from '../../data/report';
import { useLowTraffic } from '../../data/traffic';
import { t } from '../../i18n/translate';
import { Lazy } from '../../ui/Lazy';

interface Props {
  readonly report: Report;
  readonly comparedLabel: string;
}

// The chart is loaded after the text and, in low-traffic mode, only on request.
const loadChart = () => import('../../reporting/charts').then(module => module.ReportPlot);

export function ChartPanel({ report, comparedLabel }: Props) {
  const [isAsked, setAsked] = useState(false);
  const isOnDemand = useLowTraffic() && !isAsked;
  const heading = <h2>{t(`report.energyBy.${kindOf(report.period)}`)}</h2>;
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
