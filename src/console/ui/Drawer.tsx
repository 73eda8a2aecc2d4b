import './drawer.css';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { t } from '../i18n/translate';
import { Icon } from './Icon';

interface Props {
  readonly title: string;
  readonly note: ReactNode;
  /** Called by the close button, and by Esc wherever the focus is. The caller that opened the drawer moves the focus back. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The details of one object beside its list; on phones it covers the whole screen. */
export function Drawer({ title, note, onClose, children }: Props) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  // A new title means another object: the focus moves to the heading, so that a screen reader reads it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title identifies the object
  useEffect(() => heading.current?.focus(), [title]);
  // A layout effect runs before the first paint, so that even a key pressed immediately closes the drawer.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div className="drawer" role="dialog" aria-labelledby={id}>
      <div className="ph">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <small>{note}</small>
        <button type="button" className="q keep" aria-label={t('shell.close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </div>
  );
}
