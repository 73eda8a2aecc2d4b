/*
 * Whether the page has unsaved work, and the question before it is left. Everything that leaves the page by other means than a link (a
 * logout, a reload for a new build) calls this module.
 */

/** Asks the user; calls `proceed` when the page may be left. */
export type LeaveGuard = (proceed: () => void) => void;

let guard: LeaveGuard | null = null;
let onBack: ((event: Event) => void) | null = null;

/**
 * Set while there is unsaved work: the console then never reloads by itself. `back` receives a step in the history before any other
 * listener.
 */
export function setLeaveGuard(next: LeaveGuard | null, back: ((event: Event) => void) | null = null): void {
  guard = next;
  onBack = back;
}

/** Must be called before the router adds its listener: listeners run in the order in which they were added. */
export function watchHistory(): void {
  addEventListener('popstate', event => onBack?.(event));
}

export function hasUnsaved(): boolean {
  return guard !== null;
}

/** Calls `proceed` at once when nothing is unsaved; otherwise after the user agrees. */
export function leaveBy(proceed: () => void): void {
  if (guard) guard(proceed);
  else proceed();
}
