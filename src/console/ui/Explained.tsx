import './explained.css';
import type { ReactNode } from 'react';
import type { HelpKey } from '../i18n/words';

interface Props {
  /** The sentence that explains it; without one the label is plain text. */
  readonly by: HelpKey | undefined;
  readonly children: ReactNode;
}

/** A label that explains itself on touch, keyboard focus or mouse: `app/layout/HelpLayer` shows the sentence. */
export function Explained({ by, children }: Props) {
  if (by === undefined) return children;
  return (
    <button type="button" className="help" data-help={by}>
      {children}
    </button>
  );
}
