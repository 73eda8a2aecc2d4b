import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useMedia } from '../../ui/use-media';
import { useEscape } from './use-escape';

export interface Menu {
  readonly isOpen: boolean;
  /** Whether the menu covers the page, which is inert meanwhile. */
  readonly isOverlay: boolean;
  readonly toggle: () => void;
  /** Closes the overlay. The static menu stays open. */
  readonly close: () => void;
  /** Like `close`, when no entry was chosen: the focus returns to the button. */
  readonly dismiss: () => void;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly nav: RefObject<HTMLElement | null>;
}

/**
 * The side menu. Above 991 px it is static and open until the user collapses it; below, it is an overlay that is closed at first. The
 * overlay takes the focus and returns it; Esc closes it.
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

/** Up to this width the side menu is an overlay (specification, section 2). */
const query = '(max-width: 991px)';

/** Whether the window is 991 px wide or less. */
function useNarrow(): boolean {
  return useMedia(query);
}
