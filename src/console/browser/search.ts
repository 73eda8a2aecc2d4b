/*
 * The query of the address as state of a screen: what is in it can be sent to somebody, and the back button undoes it. The
 * router of the shell announces its own changes by the two events that are no standard.
 */
const events = ['popstate', 'pushState', 'replaceState'] as const;
const listeners = new Set<() => void>();

/** With its question mark; empty where there is none. */
export function currentSearch(): string {
  return location.search;
}

export function onSearchChange(listener: () => void): () => void {
  listeners.add(listener);
  for (const event of events) addEventListener(event, listener);
  return () => {
    listeners.delete(listener);
    for (const event of events) removeEventListener(event, listener);
  };
}

/** Shows other parameters in the address of this page. A step is one that the back button takes back. */
export function changeSearch(parameters: URLSearchParams, isStep: boolean): void {
  const search = parameters.toString();
  const address = location.pathname + (search === '' ? '' : `?${search}`);
  if (address === location.pathname + location.search) return;
  if (isStep) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  for (const listener of listeners) listener();
}
