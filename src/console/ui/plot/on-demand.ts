// What comes when the menu of a chart is opened, in one piece.
export { PlotItems } from './PlotItems';
export { PlotTable } from './PlotTable';
