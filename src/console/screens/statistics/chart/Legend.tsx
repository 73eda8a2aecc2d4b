import '../../../ui/drawing.css';
import { t } from '../../../i18n/translate';
import type { ChartData, Look } from './chart-data';

type Sign = readonly [d: string, className: string];

const lines: Record<Look, Sign> = {
  measured: ['M0 5h24', 'meas'],
  expected: ['M0 5h24', 'exp'],
  context: ['M0 5h24', 'irr'],
  compared: ['M.5.5h23v9H.5z', 'other'],
};
const bars: Record<Look, Sign> = {
  ...lines,
  measured: ['M6 0h12v10H6z', 'full'],
  expected: ['M4 5h16', 'tick'],
};

/** What the marks of the chart stand for. */
export function Legend({ data }: { readonly data: ChartData }) {
  const signs = data.isBars ? bars : lines;
  return (
    <div className="key">
      {data.lines.map(({ look, label, unit }) => (
        <span key={look}>
          <svg viewBox="0 0 24 10" aria-hidden="true">
            <path d={signs[look][0]} className={signs[look][1]} />
          </svg>
          {label}, {unit}
        </span>
      ))}
      {data.gaps.length > 0 && (
        <span>
          <i>
            <span className="gapb" />
          </i>
          {t('report.missing')}
        </span>
      )}
    </div>
  );
}
