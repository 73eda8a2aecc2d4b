import { type ReactNode, type SyntheticEvent, useState } from 'react';
import type { Part } from '../i18n/words';
import { Lazy, type Loader } from './Lazy';

interface Props<P> {
  /** The name of the drawing. */
  readonly label: string;
  readonly children: ReactNode;
  /** What answers to finger, mouse and keys: loaded when one of them first comes near the drawing. */
  readonly load: Loader<P & { readonly touch: SyntheticEvent }>;
  readonly props: P;
}

const parts: readonly Part[] = ['drawer'];

/** A drawing whose devices can be touched, with their descriptions over it. */
export function TouchStage<P extends object>({ label, children, load, props }: Props<P>) {
  const [touch, setTouch] = useState<SyntheticEvent | null>(null);
  return (
    <div className="touch" translate="no">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: what the focus loads listens to the keys */}
      <div
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys choose a device in it
        tabIndex={0}
        aria-label={label}
        onPointerEnter={setTouch}
        onFocus={setTouch}
        onClick={setTouch}
      >
        {children}
      </div>
      {touch && <Lazy load={load} parts={parts} props={{ ...props, touch }} />}
    </div>
  );
}
