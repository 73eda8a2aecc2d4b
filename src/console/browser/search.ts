/*
 * The query of the address as state of a screen: it can be shared as a link, and the back button undoes a change. The router of the shell
 * announces its own navigation with the two non-standard events.
 */
const events = ['popstate', 'pushState', 'replaceState'] as const;
const listeners = new Set<() => void>();

/** With its question mark; empty where there is no query. */
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

/** The query of this page with a parameter set, or without it where `value` is null; what else is in it stays. */
export function searchWith(name: string, value: string | null): URLSearchParams {
  const search = new URLSearchParams(currentSearch());
  if (value === null) search.delete(name);
  else search.set(name, value);
  return search;
}

/** Sets other parameters in the address of this page. With `isStep` the back button undoes the change. */
export function changeSearch(parameters: URLSearchParams, isStep: boolean): void {
  const search = parameters.toString();
  const address = location.pathname + (search === '' ? '' : `?${search}`);
  if (address === location.pathname + location.search) return;
  if (isStep) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  for (const listener of listeners) listener();
}
