import type { ReactNode } from 'react';

interface Props<V extends string> {
  readonly label: string;
  readonly values: readonly V[];
  readonly value: V;
  readonly word: (value: V) => ReactNode;
  readonly onChoose: (value: V) => void;
  readonly className?: string;
}

/** A choice between a few options that exclude each other. */
export function Segments<V extends string>(props: Props<V>) {
  const { label, values, value, word, onChoose, className = '' } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the buttons are not fields of a form, so no fieldset
    <div className={`seg ${className}`} role="group" aria-label={label}>
      {values.map(each => (
        <button key={each} type="button" aria-pressed={each === value} onClick={() => onChoose(each)}>
          {word(each)}
        </button>
      ))}
    </div>
  );
}
