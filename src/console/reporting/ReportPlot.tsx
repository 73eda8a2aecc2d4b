import { type ReactNode, useMemo } from 'react';
import type { Report } from '../data/report';
import { Plot } from '../ui/plot/Plot';
import { plotWords, reportPlot } from './report-plot';

interface Props {
  readonly report: Report;
  /** Name of the comparison period; empty where the chart does not show it. */
  readonly comparedLabel: string;
  readonly heading: ReactNode;
}

/** The chart of a report, on the screen and in print. */
export function ReportPlot({ report, comparedLabel, heading }: Props) {
  const model = useMemo(() => {
    const shown = comparedLabel === '' ? { ...report, compared: null } : report;
    return reportPlot(shown, comparedLabel);
  }, [report, comparedLabel]);
  const fileName = ['meridiana', report.period, 'grafico'].filter(Boolean).join('-');
  return (
    <Plot
      key={report.period}
      model={model}
      heading={heading}
      summary={plotWords(report)}
      fileName={fileName}
    />
  );
}
