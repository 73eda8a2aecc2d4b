import { t } from '../../i18n/translate';
import { Hatched } from './Drawing';
import { inWords, type PlotModel, type Series } from './model';

interface Props {
  readonly model: PlotModel;
  readonly hidden: readonly string[];
  readonly onToggle: (entry: string) => void;
}

/** Series of the same group share an entry of the legend. */
export const entryOf = ({ group, key }: Series) => group ?? key;

/** Explains the lines, bars and hatches. Pressing a series hides it or shows it again. */
export function Legend({ model, hidden, onToggle }: Props) {
  const { series, spans = [], shortfalls = [] } = model;
  const ordered = inWords(series).filter(({ shape }) => shape !== 'none');
  const entries = ordered.filter(
    (each, index) => ordered.findIndex(other => entryOf(other) === entryOf(each)) === index,
  );
  return (
    <div className="key">
      {entries.map((each, index) => {
        const { label, unit, group } = each;
        const isUnitNew = unit !== '' && entries.findIndex(other => other.unit === unit) === index;
        const entry = entryOf(each);
        return (
          <button
            key={entry}
            type="button"
            className="q keep"
            aria-pressed={!hidden.includes(entry)}
            onClick={() => onToggle(entry)}
          >
            <Sign series={each} /> {group ?? label}
            {isUnitNew && `, ${unit}`}
          </button>
        );
      })}
      {(['gap', 'doubtful'] as const).map(
        look => spans.some(span => span.look === look) && <HatchEntry key={look} look={look} />,
      )}
      {shortfalls.length > 0 && <HatchEntry look="lost" />}
    </div>
  );
}

function Sign({ series: { shape, look } }: { readonly series: Series }) {
  const isArea = shape === 'area';
  const outlines = {
    area: 'M0 4h24',
    bars: look === 'compared' ? 'M.5.5h23v9H.5z' : 'M6 0h12v10H6z',
    line: 'M0 5h24',
    none: '',
    ticks: 'M4 5h16',
  };
  return (
    <svg viewBox="0 0 24 10" aria-hidden="true">
      {isArea && <path className={`fill ${look}`} d="M0 4h24v6H0z" />}
      <path className={`${isArea ? 'line' : shape} ${look}`} d={outlines[shape]} />
    </svg>
  );
}

function HatchEntry({ look }: { readonly look: 'gap' | 'doubtful' | 'lost' }) {
  return (
    <span>
      <svg viewBox="0 0 24 10" aria-hidden="true">
        <Hatched look={look} parts={['M0 0h24v10H0z']} />
      </svg>
      {t(`plot.hatch.${look}`)}
    </span>
  );
}
