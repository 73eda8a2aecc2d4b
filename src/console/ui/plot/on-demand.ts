// The code that is loaded when the menu of a chart is opened, as one chunk.
export { PlotItems } from './PlotItems';
export { PlotTable } from './PlotTable';
