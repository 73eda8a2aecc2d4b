/*
 * Whether something on the page holds work that is not saved, and who asks before it is left. What leaves the page by other ways
 * than a link (a logout, a reload for a new build) comes through here.
 */

/** Asks; calls `proceed` when it may go on. */
export type LeaveGuard = (proceed: () => void) => void;

let guard: LeaveGuard | null = null;

/** Set while there is unsaved work: the console then never reloads by itself. */
export function setLeaveGuard(next: LeaveGuard | null): void {
  guard = next;
}

export function hasUnsaved(): boolean {
  return guard !== null;
}

/** Goes on at once where nothing is unsaved; otherwise once the user agrees. */
export function leaveBy(proceed: () => void): void {
  if (guard) guard(proceed);
  else proceed();
}
