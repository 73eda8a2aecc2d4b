import { useId } from 'react';
import { Icon } from './Icon';

interface Props {
  readonly label: string;
  readonly hint: string;
  /** What is wrong with the value, as text. */
  readonly fault: string | null;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether the field has several lines. */
  readonly isLong?: boolean;
  readonly type?: 'text' | 'datetime-local';
  /** Whether it gets the focus when it appears. */
  readonly isFirst?: boolean;
}

const focusOn = (field: HTMLElement | null) => field?.focus();

/** A field of a dialog: label above, fault below. */
export function TextField(props: Props) {
  const { label, hint, fault, value, onChange, isLong = false, type = 'text', isFirst = false } = props;
  const id = useId();
  const field = {
    id,
    value,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(event.currentTarget.value),
    'aria-describedby': fault ? `${id}-hint ${id}-fault` : `${id}-hint`,
    ...(fault ? { 'aria-invalid': true } : {}),
    ...(isFirst ? { ref: focusOn } : {}),
  };
  return (
    <div className="fld">
      <label htmlFor={id}>{label}</label>
      {isLong ? <textarea rows={3} {...field} /> : <input type={type} autoComplete="off" {...field} />}
      <small id={`${id}-hint`}>{hint}</small>
      {fault && (
        <span className="err" id={`${id}-fault`} role="alert">
          <Icon name="warn" /> {fault}
        </span>
      )}
    </div>
  );
}
