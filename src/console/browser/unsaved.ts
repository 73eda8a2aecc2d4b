/*
 * Whether something on the page holds work that is not saved, and who asks before it is left. What leaves the page by other ways
 * than a link (a logout, a reload for a new build) comes through here.
 */

/** Asks; calls `proceed` when it may go on. */
export type LeaveGuard = (proceed: () => void) => void;

let guard: LeaveGuard | null = null;
let onBack: ((event: Event) => void) | null = null;

/**
 * Set while there is unsaved work: the console then never reloads by itself. `back` hears of a step in the history before
 * everybody else.
 */
export function setLeaveGuard(next: LeaveGuard | null, back: ((event: Event) => void) | null = null): void {
  guard = next;
  onBack = back;
}

/** To be called before the router listens: who listens first is heard first. */
export function watchHistory(): void {
  addEventListener('popstate', event => onBack?.(event));
}

export function hasUnsaved(): boolean {
  return guard !== null;
}

/** Goes on at once where nothing is unsaved; otherwise once the user agrees. */
export function leaveBy(proceed: () => void): void {
  if (guard) guard(proceed);
  else proceed();
}
