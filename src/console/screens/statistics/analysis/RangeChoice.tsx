import { t } from '../../../i18n/translate';
import { Icon } from '../../../ui/Icon';
import { change, type Query } from './query';
import {
  comparedRange,
  comparisons,
  isOwnStart,
  presetOf,
  presets,
  type Range,
  rangeAfter,
  readComparison,
  textOfRange,
  wordOf,
} from './range';

interface Props {
  readonly query: Query;
  readonly range: Range;
}

const own = 'own';

/** Which time is shown, and with which it is compared. */
export function RangeChoice({ query, range }: Props) {
  const preset = presetOf(query.range);
  const go = (next: Range) => {
    if (next.from < next.to) change(query, { range: textOfRange(next) });
  };
  return (
    <>
      <label className="row">
        {t('analysis.range')}
        <select
          className="keep"
          value={preset ?? own}
          onChange={event => {
            const chosen = presets.find(each => each === event.currentTarget.value);
            change(query, { range: chosen ? wordOf(chosen) : textOfRange(range) });
          }}
        >
          {presets.map(each => (
            <option key={each} value={each}>
              {t(`analysis.preset.${each}`)}
            </option>
          ))}
          <option value={own}>{t('analysis.own')}</option>
        </select>
      </label>
      {/* biome-ignore lint/a11y/useSemanticElements: the fields are not of a form, so no fieldset */}
      <div className="row steps" role="group" aria-label={t('report.period.choose')}>
        <Step
          label={t('analysis.earlier')}
          className="o keep back"
          onClick={() => go(rangeAfter(range, -1))}
        />
        <Moment label={t('analysis.from')} value={range.from} onChange={from => go({ ...range, from })} />
        <Moment label={t('analysis.to')} value={range.to} onChange={to => go({ ...range, to })} />
        <Step label={t('analysis.later')} className="o keep" onClick={() => go(rangeAfter(range, 1))} />
      </div>
      {query.kind === 'linee' && <ComparisonChoice query={query} range={range} />}
    </>
  );
}

/** With which time it is compared: a usual one, or one whose start is chosen. */
function ComparisonChoice({ query, range }: Props) {
  const { compared } = query;
  const isOwn = compared !== null && isOwnStart(compared);
  const choose = (chosen: string) => {
    const start = comparedRange(range, compared ?? 'prec').from;
    change(query, { compared: chosen === own ? start : readComparison(chosen) });
  };
  return (
    <>
      <label className="row other">
        {t('analysis.compare')}
        <select
          className="keep"
          value={isOwn ? own : (compared ?? '')}
          onChange={event => choose(event.currentTarget.value)}
        >
          <option value="">{t('analysis.nothing')}</option>
          {comparisons.map(each => (
            <option key={each} value={each}>
              {t(`analysis.compared.${each}`)}
            </option>
          ))}
          <option value={own}>{t('analysis.ownStart')}</option>
        </select>
      </label>
      {isOwn && (
        <Moment
          label={t('analysis.comparedFrom')}
          value={compared}
          onChange={start => change(query, { compared: start })}
        />
      )}
    </>
  );
}

interface StepProps {
  readonly label: string;
  readonly className: string;
  readonly onClick: () => void;
}

function Step({ label, className, onClick }: StepProps) {
  return (
    <button type="button" className={className} aria-label={label} onClick={onClick}>
      <Icon name="chev" />
    </button>
  );
}

interface MomentProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Moment({ label, value, onChange }: MomentProps) {
  return (
    <input
      type="datetime-local"
      className="keep"
      aria-label={label}
      value={value}
      onChange={event => {
        // While it is typed, the time may be incomplete.
        const typed = event.currentTarget.value.slice(0, 16);
        if (/^[12]\d{3}-/.test(typed)) onChange(typed);
      }}
    />
  );
}
