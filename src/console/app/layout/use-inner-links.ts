import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { matchRoute } from '../routes';

/** Screens lead on by plain links; one to another screen changes it without loading the page again. */
export function useInnerLinks(): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const target = innerTarget(event);
      if (target === null) return;
      event.preventDefault();
      navigate(target);
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
}

/** The address that a plain click leads to; null where the browser, or who handled it already, does what is right. */
function innerTarget(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (event.defaultPrevented || !isPlain || !(event.target instanceof Element)) return null;
  const href = event.target.closest('a:not([download], [target])')?.getAttribute('href') ?? '';
  return matchRoute(href.replace(/[?#].*/, '')) === null ? null : href;
}
