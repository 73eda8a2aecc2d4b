import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';

interface Props {
  /** A question, or the action that is about to happen. */
  readonly title: string;
  /** Called when the dialog is to close, or was closed by the browser; it is then no longer rendered. */
  readonly onClose: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A native dialog that is open while it is mounted. When it closes, the focus returns to where it was. */
export function Dialog({ title, onClose, className, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    return () => giveFocus(opener);
  }, []);
  // The browser gives the focus back before it says that the dialog is closed: a key pressed in between would be lost.
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    <dialog {...{ ref: dialog, className, onClose }} aria-labelledby={titleId} onKeyDown={closeOnEscape}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}

/** After the next render moves the focus back to the opener, or to the screen where the opener is gone or disabled. */
function giveFocus(opener: Element | null): void {
  setTimeout(() => {
    if (!(opener instanceof HTMLElement) || document.querySelector('dialog')) return;
    opener.focus();
    if (document.activeElement !== opener) document.querySelector('main')?.focus();
  });
}
