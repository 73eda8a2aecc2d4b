// The charts of reports, which come in one piece.
export { Deviations } from './Deviations';
export { ReportPlot } from './ReportPlot';
