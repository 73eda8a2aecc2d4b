/**
 * Where the element with the focus is removed, what it stood in gets the focus instead of the page, so that Tab and the keys go on from
 * there (WCAG 2.4.3). A dialog or screen that moves the focus itself does so afterwards. Returns the end of it.
 */
export function keepFocus(): () => void {
  /** The element with the focus and all that it stands in, from the inside. */
  let places: readonly Element[] = [];
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof Element) places = placesOf(target);
  };
  const look = () => {
    const [last] = places;
    if (last?.isConnected !== false || document.activeElement !== document.body) return;
    const place = places.find(each => each.isConnected && each !== document.body);
    places = [];
    if (!(place instanceof HTMLElement)) return;
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  const changes = new MutationObserver(look);
  changes.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', remember);
  return () => {
    changes.disconnect();
    document.removeEventListener('focusin', remember);
  };
}

function placesOf(element: Element | null): readonly Element[] {
  return element === null || element === document.documentElement
    ? []
    : [element, ...placesOf(element.parentElement)];
}
