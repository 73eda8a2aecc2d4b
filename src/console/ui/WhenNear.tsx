import { type ReactNode, useEffect, useRef, useState } from 'react';

/** What is this far below the visible part of the page counts as near. */
const nearPx = 50;
/** After this time the rest of the screen comes anyway: for printing, for a search in the page, for a screen reader. */
const restAfterMs = 10_000;

/**
 * Shows a part at the bottom of a screen once the user comes near it, so that on a slow line the parts above need not share the line with
 * it. What is above must have its height before this is shown.
 */
export function WhenNear({ children }: { readonly children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const show = () => setShown(true);
    const observer = new IntersectionObserver(
      seen => seen.some(({ isIntersecting }) => isIntersecting) && show(),
      { rootMargin: `${nearPx}px` },
    );
    if (place.current) observer.observe(place.current);
    const timer = setTimeout(show, restAfterMs);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
  return isShown ? children : <div ref={place} className="room" />;
}
