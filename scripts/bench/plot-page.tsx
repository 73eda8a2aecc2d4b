import '../../src/console/theme/tokens.scss';
import { createRoot } from 'react-dom/client';
import { formatNumber, formatTime } from '../../src/console/i18n/format';
import type { PlotModel, Series } from '../../src/console/ui/plot/model';
import { Plot } from '../../src/console/ui/plot/Plot';
import { timeAxis } from '../../src/console/ui/plot/time-axis';

declare global {
  interface Window {
    /** Draws a week of minutes: three lines, one of them with gaps, on two axes. */
    draw: () => void;
  }
}

const minutes = 10_080;
const fromS = Date.parse('2026-06-01T00:00:00+02:00') / 1000;
const slots = Array.from({ length: minutes }, (_, minute) => ({
  from: fromS + 60 * minute,
  to: fromS + 60 * minute + 60,
}));
const sun = (minute: number) => Math.max(0, Math.sin(((minute % 1440) / 1440 - 0.25) * 2 * Math.PI));
const cloud = (minute: number) => 0.8 + 0.2 * Math.sin(1.7 * minute);
const isMissing = (minute: number) => minute % 2000 > 1900;

const power = { unit: 'kW', decimals: 1 } as const;
const series: readonly Series[] = [
  {
    ...power,
    key: 'measured',
    label: 'measured',
    look: 'measured',
    shape: 'area',
    values: slots.map((_, minute) => (isMissing(minute) ? null : 900 * sun(minute) * cloud(minute))),
  },
  {
    ...power,
    key: 'expected',
    label: 'expected',
    look: 'expected',
    shape: 'line',
    values: slots.map((_, minute) => 900 * sun(minute)),
  },
  {
    key: 'irradiance',
    label: 'irradiance',
    unit: 'W/m²',
    decimals: 0,
    look: 'context',
    shape: 'line',
    axis: 'right',
    values: slots.map((_, minute) => 950 * sun(minute) * cloud(minute)),
  },
];

// In the console the clock of the top bar and the figures use Intl before any chart does. Its first use takes longer than a chart.
formatTime(fromS, 'Europe/Rome', 'clock');
formatNumber(1, 1);

window.draw = () => {
  const model: PlotModel = {
    slots,
    series,
    axis: timeAxis(slots, 'Europe/Rome'),
    from: fromS,
    to: fromS + 60 * minutes,
  };
  createRoot(document.body).render(
    <Plot model={model} heading={<h2>A week</h2>} summary="" fileName="week" />,
  );
};
