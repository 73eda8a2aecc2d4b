import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { sentencesIn } from '../../data/help';
import { useResource } from '../../data/use-resource';
import { useLanguage } from '../../i18n/translate';
import { NotProvided } from '../../ui/NotProvided';
import type { RoutePath } from '../routes';
import { isOfMouse, labelAt } from './explained-label';

interface Shown {
  readonly button: HTMLElement;
  /** It was opened by a press, and stays until the next one; otherwise it goes with the mouse. */
  readonly isPressed: boolean;
}

interface Props {
  readonly path: RoutePath;
  /** The event for which it was loaded. */
  readonly first: Event;
}

const id = 'help';
/** A mouse that only passes opens nothing, and has time to get from the label to the sentence, ms. */
const restMs = 300;
const widthPx = 320;
const edgePx = 8;

const isInSentence = ({ target }: Event) => target instanceof Element && target.closest(`#${id}`) !== null;

/** Shows the sentence of a label that is explained (`ui/Explained`), beside it. Esc, a press elsewhere and scrolling close it. */
export function Help({ path, first }: Props) {
  const [shown, setShown] = useState<Shown | null>(() => {
    const button = labelAt(first);
    const isPressed = first.type === 'click';
    return button && (isPressed || button.matches(':hover')) ? { button, isPressed } : null;
  });
  const close = useCallback(() => setShown(null), []);
  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current !== path) close();
    shownPath.current = path;
  }, [path, close]);
  usePresses(setShown);
  useRestingMouse(setShown);
  useEffect(() => {
    if (!shown) return;
    const { button } = shown;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      close();
      button.focus();
    };
    button.setAttribute('aria-expanded', 'true');
    button.setAttribute('aria-describedby', id);
    document.addEventListener('keydown', onKey);
    addEventListener('scroll', close, true);
    addEventListener('resize', close);
    return () => {
      button.removeAttribute('aria-expanded');
      button.removeAttribute('aria-describedby');
      document.removeEventListener('keydown', onKey);
      removeEventListener('scroll', close, true);
      removeEventListener('resize', close);
    };
  }, [shown, close]);
  return shown && <Popup button={shown.button} />;
}

type Show = (next: (now: Shown | null) => Shown | null) => void;

function usePresses(show: Show): void {
  useEffect(() => {
    const onClick = (event: Event) => {
      const button = labelAt(event);
      // A mouse that sorts has rested on the head before, or wants nothing but the order.
      if (isInSentence(event) || (button?.matches('.sort') && isOfMouse(event))) return;
      show(now =>
        button && !(now?.isPressed && now.button === button) ? { button, isPressed: true } : null,
      );
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [show]);
}

function useRestingMouse(show: Show): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const onOver = (event: Event) => {
      if (!isOfMouse(event)) return;
      clearTimeout(timer.current);
      if (isInSentence(event)) return;
      const button = labelAt(event);
      const next = () =>
        show(now => {
          if (now?.isPressed || now?.button === button) return now;
          return button && { button, isPressed: false };
        });
      timer.current = setTimeout(next, restMs);
    };
    document.addEventListener('pointerover', onOver);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener('pointerover', onOver);
    };
  }, [show]);
}

/** The sentence below its label, or above it near the end of the window. */
function Popup({ button }: { readonly button: HTMLElement }) {
  const language = useLanguage();
  const { value, error } = useResource(useMemo(() => sentencesIn(language), [language]));
  const { left, top, bottom } = button.getBoundingClientRect();
  const width = Math.min(widthPx, innerWidth - 2 * edgePx);
  const isAbove = bottom > 0.7 * innerHeight;
  return (
    <div
      id={id}
      role="status"
      className="help-text"
      style={{
        width,
        left: Math.max(edgePx, Math.min(left, innerWidth - width - edgePx)),
        ...(isAbove ? { bottom: innerHeight - top + edgePx } : { top: bottom + edgePx }),
      }}
    >
      {value ? value(button.dataset.help ?? '') : error?.isNotProvided ? <NotProvided path="aiuti" /> : '…'}
    </div>
  );
}
