import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useEscape } from './use-escape';
import { useNarrow } from './use-narrow';

export interface Menu {
  readonly isOpen: boolean;
  /** Whether it lies over the page and the page must wait. */
  readonly isOverlay: boolean;
  readonly toggle: () => void;
  /** Closes the overlay; the static menu stays. */
  readonly close: () => void;
  /** The same without having chosen anything: the focus goes back to the button. */
  readonly dismiss: () => void;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly nav: RefObject<HTMLElement | null>;
}

/**
 * The side menu: static and open above 991 px until it is collapsed, an overlay that starts closed below. The
 * overlay takes the focus and gives it back; Esc closes it.
 */
export function useMenu(): Menu {
  const isNarrow = useNarrow();
  const [isCollapsed, setCollapsed] = useState(false);
  const [isOver, setOver] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const nav = useRef<HTMLElement>(null);
  const isOverlay = isNarrow && isOver;

  const close = useCallback(() => setOver(false), []);
  const dismiss = () => {
    close();
    button.current?.focus();
  };
  const toggle = () => (isNarrow ? setOver(!isOver) : setCollapsed(!isCollapsed));

  useEffect(() => {
    if (!isNarrow) setOver(false);
  }, [isNarrow]);

  useEffect(() => {
    if (!isOverlay) return;
    const first =
      nav.current?.querySelector<HTMLElement>('[aria-current]') ?? nav.current?.querySelector('a');
    first?.focus();
  }, [isOverlay]);
  useEscape(isOverlay, close, button);

  return { isOpen: isNarrow ? isOver : !isCollapsed, isOverlay, toggle, close, dismiss, button, nav };
}
