import type { ReactNode } from 'react';

interface Props {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** The visible label: text, or an icon. */
  readonly children: ReactNode;
  /** The accessible name where the label is not text. */
  readonly label?: string;
  readonly id?: string;
  readonly isDisabled?: boolean;
  readonly className?: string;
}

/** A native checkbox with the role of a switch; the browser keeps its checked state. */
export function Switch({
  isOn,
  onChange,
  children,
  label,
  id,
  isDisabled = false,
  className = 'row',
}: Props) {
  return (
    <label className={className}>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox gives `checked` to the role by itself
        role="switch"
        id={id}
        aria-label={label}
        checked={isOn}
        disabled={isDisabled}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      {children}
    </label>
  );
}
