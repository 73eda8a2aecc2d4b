// The charts of the reports, as one chunk.
export { Deviations } from './Deviations';
export { ReportPlot } from './ReportPlot';
