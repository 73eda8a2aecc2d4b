import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { matchRoute } from './routes';

/** Screens use plain links. A click on a link to another screen of the console opens it without reloading the page. */
export function useInnerLinks(): void {
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const target = innerTarget(event);
      if (target === null) return;
      event.preventDefault();
      navigate(target);
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, []);
}

/** The path to which a plain click leads; null where the browser, or another handler, already does the right thing. */
function innerTarget(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (event.defaultPrevented || !isPlain || !(event.target instanceof Element)) return null;
  const href = event.target.closest('a:not([download], [target])')?.getAttribute('href') ?? '';
  return matchRoute(href.replace(/[?#].*/, '')) === null ? null : href;
}
