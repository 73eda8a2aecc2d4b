import { useRef } from 'react';
import { Icon } from './Icon';

interface Props {
  readonly label: string;
  /** The file names and types that are offered, as in the `accept` of an input. */
  readonly accept: string;
  readonly isDisabled: boolean;
  /** A phone opens its camera. */
  readonly isOfCamera?: boolean;
  readonly onChoose: (file: File) => void;
}

/** A button that opens the choice of a file. The control of the browser would speak the browser's language. */
export function FilePicker({ label, accept, isDisabled, isOfCamera = false, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="o" disabled={isDisabled} onClick={() => input.current?.click()}>
        <Icon name="plus" /> {label}…
      </button>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={label}
        accept={accept}
        disabled={isDisabled}
        {...(isOfCamera && { capture: 'environment' })}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file can be chosen again once it was corrected.
          currentTarget.value = '';
          if (file) onChoose(file);
        }}
      />
    </>
  );
}
