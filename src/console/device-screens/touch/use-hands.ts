import { type RefObject, useEffect, useRef } from 'react';

interface Hands {
  /** The element around the drawing. */
  readonly stage: HTMLElement | null;
  /** What is open beside it, if anything is. */
  readonly card: RefObject<HTMLElement | null>;
  readonly isOpen: boolean;
  /** A click or a tap on the drawing; the mouse over it (null: beside it). */
  readonly onPress: (event: MouseEvent) => void;
  readonly onHover: (event: MouseEvent | null) => void;
  /** Number of devices that a key moves by. */
  readonly onStep: (steps: number) => void;
  readonly onClose: () => void;
}

/** Arrow keys, and those for the first and the last. */
const stepsOf: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * Listens to pointer and keys on the drawing, and to what closes the card. The listeners stay and ask for the newest functions: what the
 * event itself makes the page draw would take new ones away before they are called, and a press would be lost.
 */
export function useHands(hands: Hands): void {
  const newest = useRef(hands);
  newest.current = hands;
  const { stage } = hands;
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    stage?.addEventListener('click', event => newest.current.onPress(event), { signal });
    stage?.addEventListener('keydown', event => onKeyDown(event, newest.current), { signal });
    stage?.addEventListener(
      'pointermove',
      event => newest.current.onHover(event.pointerType === 'mouse' ? event : null),
      { signal },
    );
    stage?.addEventListener('pointerleave', () => newest.current.onHover(null), { signal });
    document.addEventListener('pointerdown', ({ target }) => onPressBeside(target, newest.current), {
      signal,
    });
    document.addEventListener('keydown', event => onEscape(event, newest.current), { signal });
    return () => over.abort();
  }, [stage]);
}

function onKeyDown(event: KeyboardEvent, { card, isOpen, onStep }: Hands): void {
  const steps = stepsOf[event.key];
  const isEnter = isOpen && event.key === 'Enter';
  if (steps === undefined && !isEnter) return;
  event.preventDefault();
  if (isEnter) card.current?.querySelector('a')?.click();
  else if (steps !== undefined) onStep(steps);
}

/** A press beside drawing and card closes it, and so does Esc. */
function onPressBeside(target: EventTarget | null, { stage, card, isOpen, onClose }: Hands): void {
  const isOwn = target instanceof Node && (stage?.contains(target) || card.current?.contains(target));
  if (isOpen && !isOwn) onClose();
}

function onEscape(event: KeyboardEvent, { stage, card, isOpen, onClose }: Hands): void {
  if (!isOpen || event.key !== 'Escape' || event.defaultPrevented) return;
  if (card.current?.contains(document.activeElement)) stage?.focus();
  onClose();
}
