import { type RefObject, useLayoutEffect } from 'react';

/** While something is open, Esc closes it and gives the focus back to the button that opened it. */
export function useEscape(isOpen: boolean, close: () => void, button: RefObject<HTMLElement | null>): void {
  // Before anything is painted: a key pressed at once closes it too.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      button.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen, close, button]);
}
