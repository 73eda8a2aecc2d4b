import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { t } from '../../i18n/translate';
import { fetchAhead, Lazy } from '../../ui/Lazy';
import type { UserPanelProps } from './UserPanel';
import { useEscape } from './use-escape';
import './user-menu.css';

const loadPanel = () => import('./UserPanel').then(module => module.UserPanel);

const parts = ['user'] as const;

/** Fetches what the menu shows, as soon as somebody is about to open it. */
const fetchPanel = () => void fetchAhead(loadPanel, parts).catch(() => undefined);

/** The user who is logged in; opened, what concerns this user, this browser and the software. */
export function UserMenu(props: UserPanelProps) {
  const { session } = props;
  const [isOpen, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const close = useCallback(() => setOpen(false), []);
  useEscape(isOpen, close, button);
  useDismissal(isOpen, close, area);
  return (
    <div className="usr" ref={area}>
      <button
        ref={button}
        type="button"
        className="q"
        // The accessible name contains both texts of the button, so that voice control finds it by either.
        aria-label={t('userMenu.label', { name: `${session.name}, ${initials(session.name)}` })}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onPointerEnter={fetchPanel}
        onFocus={fetchPanel}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="only-l">{session.name}</span>
        <span className="only-s">{initials(session.name)}</span>
      </button>
      <div className="usr-panel" id={panelId} hidden={!isOpen}>
        {isOpen && <Lazy load={loadPanel} parts={parts} props={props} />}
      </div>
    </div>
  );
}

/** First letters of the first and the last word: "M. Ferrara" -> "MF". A single word gives its first two letters. */
function initials(name: string): string {
  const words = name.split(/[\s.]+/).filter(Boolean);
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : [];
  const letters = last
    ? [...first].slice(0, 1).concat([...last].slice(0, 1))
    : [...(words[0] ?? '')].slice(0, 2);
  return letters.join('').toUpperCase();
}

/** Closes a popup when the user presses outside it or the focus leaves it. */
function useDismissal(isOpen: boolean, close: () => void, area: RefObject<HTMLElement | null>): void {
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
