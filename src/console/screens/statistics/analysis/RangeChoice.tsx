import { t } from '../../../i18n/translate';
import { DayField } from '../../../reporting/DayField';
import { StepButton } from '../../../reporting/StepButton';
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
const moment = {
  type: 'datetime-local',
  className: 'keep',
  min: '1970-01-01T00:00',
  max: '2099-12-31T00:00',
} as const;

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
        <StepButton label={t('analysis.earlier')} isBack onClick={() => go(rangeAfter(range, -1))} />
        <DayField
          {...moment}
          label={t('analysis.from')}
          value={range.from}
          max={range.to}
          onChoose={from => go({ ...range, from })}
        />
        <DayField
          {...moment}
          label={t('analysis.to')}
          value={range.to}
          min={range.from}
          onChoose={to => go({ ...range, to })}
        />
        <StepButton label={t('analysis.later')} onClick={() => go(rangeAfter(range, 1))} />
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
        <DayField
          {...moment}
          label={t('analysis.comparedFrom')}
          value={compared}
          onChoose={start => change(query, { compared: start })}
        />
      )}
    </>
  );
}
