import { type ReactNode, useMemo } from 'react';
import type { Report } from '../data/report';
import { Plot } from '../ui/plot/Plot';
import { plotWords, reportPlot } from './report-plot';

interface Props {
  readonly report: Report;
  /** What the report is compared with; empty where the chart leaves that out. */
  readonly comparedLabel: string;
  readonly heading: ReactNode;
}

/** The chart of a report, on screen and paper. */
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
