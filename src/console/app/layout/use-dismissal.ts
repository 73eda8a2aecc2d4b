import { type RefObject, useEffect } from 'react';

/** Closes a popup when the user presses outside it or the focus leaves it. */
export function useDismissal(isOpen: boolean, close: () => void, area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: Event) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [isOpen, close, area]);
}
