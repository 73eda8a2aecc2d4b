import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';

interface Props {
  /** A question, or what is about to happen. */
  readonly title: string;
  /** It was closed: by Esc, or by what stands in it. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A native dialog that is open for as long as it is there, and gives the focus back. */
export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    return () => giveFocus(opener);
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}

/** To where it was, once the page is drawn again; to the screen where what had it is gone or cannot be pressed. */
function giveFocus(opener: Element | null): void {
  setTimeout(() => {
    if (!(opener instanceof HTMLElement) || document.querySelector('dialog')) return;
    opener.focus();
    if (document.activeElement !== opener) document.querySelector('main')?.focus();
  });
}
