import { useState } from 'react';
import { formatTime } from '../i18n/format';
import { t } from '../i18n/translate';

interface Props {
  readonly type?: 'date' | 'datetime-local';
  readonly className?: string;
  readonly label: string;
  /** As the control writes it: `2026-06-10`, `2026-06-10T13:42`; so are `min` and `max`. */
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly onChoose: (value: string) => void;
}

/** A year before or after these is still being typed. */
const [earliest, latest] = ['1970-01-01', '2099-12-31'] as const;

/** A field for a day that is never empty. A day out of range stays as it was typed, with the range beside it. */
export function DayField({ min = earliest, max = latest, label, value, onChoose, ...rest }: Props) {
  const [[typed, shown], setRefused] = useState(['', '']);
  const isRefused = shown === value;
  return (
    <>
      <input
        type="date"
        {...rest}
        min={min}
        max={max}
        aria-label={label}
        aria-invalid={isRefused || undefined}
        value={isRefused ? typed : value}
        onChange={({ currentTarget }) => {
          const text = currentTarget.value;
          const isTaken = text >= min && text <= max;
          setRefused([text, isTaken ? '' : value]);
          if (isTaken) onChoose(text);
        }}
      />
      {isRefused && (
        <small role="status">{t('report.period.between', { from: named(min), to: named(max) })}</small>
      )}
    </>
  );
}

const named = (text: string) =>
  formatTime(Date.parse(text.slice(0, 10)) / 1000, 'UTC', 'date') + text.slice(10).replace('T', ' ');
