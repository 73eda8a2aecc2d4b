import { useEffect, useState } from 'react';
import { Lazy } from '../../ui/Lazy';
import type { RoutePath } from '../routes';
import { isOfMouse, labelAt } from './explained-label';

const loadHelp = () => import('./Help').then(module => module.Help);

/** Waits for the first press of a label that is explained (`ui/Explained`), or for a mouse over it, and then loads what shows the sentences. */
export function HelpLayer({ path }: { readonly path: RoutePath }) {
  const [first, setFirst] = useState<Event | null>(null);
  const isWanted = first !== null;
  useEffect(() => {
    if (isWanted) return;
    const wait = (event: Event) => {
      // A finger is over a label before it presses it: its press is waited for.
      if (labelAt(event) && (event.type === 'click' || isOfMouse(event))) setFirst(event);
    };
    document.addEventListener('click', wait);
    document.addEventListener('pointerover', wait);
    return () => {
      document.removeEventListener('click', wait);
      document.removeEventListener('pointerover', wait);
    };
  }, [isWanted]);
  return first && <Lazy load={loadHelp} props={{ path, first }} />;
}
