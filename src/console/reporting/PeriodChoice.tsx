import './reporting.css';
import { mostRangeDays, rangeText } from '../../contract/report-range';
import { dayAfter } from '../../contract/zone';
import {
  firstDayOf,
  isWithin,
  kindOf,
  lastDayOf,
  type Period,
  periodAfter,
  periodKinds,
  periodsUpTo,
  turnInto,
} from '../data/periods';
import { t } from '../i18n/translate';
import type { WordKey } from '../i18n/words';
import { DayField } from './DayField';
import { periodName } from './period-words';
import { StepButton } from './StepButton';
import { comparable, type ReportView } from './use-report';

/** The choice of the period and of the period to compare with. Only periods with data can be chosen. */
export function PeriodChoice({ view }: { readonly view: ReportView }) {
  const { period, compared, extent, choose } = view;
  const kind = kindOf(period);
  const others = comparable(period, extent);
  const go = (next: Period) => choose({ period: next, compared: null });
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the buttons are not fields of a form, so no fieldset */}
      <div className="seg" role="group" aria-label={t('report.period.label')}>
        {periodKinds.map(each => (
          <button
            key={each}
            type="button"
            className="keep"
            aria-pressed={each === kind}
            onClick={() => go(turnInto(each, period, extent))}
          >
            {t(`report.kind.${each}`)}
          </button>
        ))}
      </div>
      {kind !== 'all' && (
        // biome-ignore lint/a11y/useSemanticElements: the buttons are not fields of a form, so no fieldset
        <div className="row steps" role="group" aria-label={t('report.period.choose')}>
          <Step view={view} steps={-1} />
          <Field view={view} />
          <Step view={view} steps={1} />
        </div>
      )}
      {/* Cut, as it comes from an address. */}
      {view.unknown && (
        <small role="status">{t('report.unknown', { named: view.unknown.slice(0, 20) })}</small>
      )}
      {others.length > 0 && (
        <label className="row other">
          {t('report.period.compare')}
          <select
            value={compared ?? ''}
            onChange={event => choose({ period, compared: event.currentTarget.value })}
          >
            {others.map(each => (
              <option key={each} value={each}>
                {periodName(each)}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}

interface StepProps {
  readonly view: ReportView;
  readonly steps: 1 | -1;
}

function Step({ view: { period, extent, choose }, steps }: StepProps) {
  const next = periodAfter(period, steps);
  return (
    <StepButton
      label={t(steps < 0 ? 'report.period.previous' : 'report.period.next', { period: periodName(next) })}
      isBack={steps < 0}
      isDisabled={!isWithin(next, extent)}
      onClick={() => choose({ period: next, compared: null })}
    />
  );
}

/** The control with which another period of the same kind is chosen. */
function Field({ view }: { readonly view: ReportView }) {
  const { period, extent, choose } = view;
  const kind = kindOf(period);
  if (kind !== 'day' && kind !== 'range') return <PeriodSelect view={view} />;
  const [first, last] = [firstDayOf(period), lastDayOf(period)];
  const field = (key: WordKey, value: string, days: typeof extent, periodWith: (day: string) => Period) => (
    <DayField
      label={t(key)}
      value={value}
      min={days.first}
      max={days.last}
      onChoose={day => choose({ period: periodWith(day), compared: null })}
    />
  );
  if (kind === 'day')
    return <div className="days">{field('report.kind.day', period, extent, day => day)}</div>;
  const [, earliest = first] = [extent.first, dayAfter(last, 1 - mostRangeDays)].sort();
  const [latest = last] = [extent.last, dayAfter(first, mostRangeDays - 1)].sort();
  return (
    <div className="days">
      {field('report.period.from', first, { first: earliest, last }, day => rangeText({ first: day, last }))}
      {field('report.period.to', last, { first, last: latest }, day => rangeText({ first, last: day }))}
    </div>
  );
}

function PeriodSelect({ view: { period, extent, choose } }: { readonly view: ReportView }) {
  const kind = kindOf(period);
  const periods = periodsUpTo(kind, extent);
  return (
    <select
      aria-label={t(`report.kind.${kind}`)}
      value={period}
      onChange={event => choose({ period: event.currentTarget.value, compared: null })}
    >
      {(periods.includes(period) ? periods : [period]).map(each => (
        <option key={each} value={each}>
          {periodName(each)}
        </option>
      ))}
    </select>
  );
}
