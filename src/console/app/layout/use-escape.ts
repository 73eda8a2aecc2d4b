import { type RefObject, useLayoutEffect } from 'react';

/** While a popup is open, Esc closes it and returns the focus to the button that opened it. */
export function useEscape(isOpen: boolean, close: () => void, button: RefObject<HTMLElement | null>): void {
  // A layout effect runs before the first paint, so that even a key pressed immediately closes the popup.
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
