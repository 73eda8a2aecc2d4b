import { type RefObject, useEffect } from 'react';

interface Hands {
  /** The element around the drawing. */
  readonly stage: HTMLElement | null;
  /** What is open beside it, if anything is. */
  readonly card: RefObject<HTMLElement | null>;
  readonly isOpen: boolean;
  /** A click or a tap on the drawing; the mouse over it (null: beside it). */
  readonly onPress: (event: MouseEvent) => void;
  readonly onHover: (event: MouseEvent | null) => void;
  /** A key that moves by so many devices. */
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

/** Listens to pointer and keys on the drawing, and to what closes the card. */
export function useHands({ stage, card, isOpen, onPress, onHover, onStep, onClose }: Hands): void {
  // The listeners are new with every answer, because the devices are.
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    const onKeyDown = (event: KeyboardEvent) => {
      const steps = stepsOf[event.key];
      const isEnter = isOpen && event.key === 'Enter';
      if (steps === undefined && !isEnter) return;
      event.preventDefault();
      if (isEnter) card.current?.querySelector('a')?.click();
      else if (steps !== undefined) onStep(steps);
    };
    stage?.addEventListener('click', onPress, { signal });
    stage?.addEventListener('keydown', onKeyDown, { signal });
    stage?.addEventListener('pointermove', event => onHover(event.pointerType === 'mouse' ? event : null), {
      signal,
    });
    stage?.addEventListener('pointerleave', () => onHover(null), { signal });
    if (isOpen) listenForEnd(signal);
    return () => over.abort();
  });

  /** Esc closes, and so does a press beside drawing and card. */
  function listenForEnd(signal: AbortSignal) {
    const isOwn = (target: EventTarget | null) =>
      target instanceof Node && (stage?.contains(target) || card.current?.contains(target));
    document.addEventListener('pointerdown', ({ target }) => isOwn(target) || onClose(), { signal });
    document.addEventListener(
      'keydown',
      event => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        if (card.current?.contains(document.activeElement)) stage?.focus();
        onClose();
      },
      { signal },
    );
  }
}
