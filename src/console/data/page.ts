import { nowMs } from './monotonic';

const timeoutMs = 15_000;

/** The console's own page as the server has it now, revalidated despite any cache; null when it is not available. */
export async function fetchPage(): Promise<string | null> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    const response = await fetch('/', { cache: 'no-cache', redirect: 'error', signal: controller.signal });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Calls `task` every `everyMs` while the page is visible. A call that was due while it was hidden is made when it is visible again. */
export function repeatWhileVisible(task: () => void, everyMs: number): () => void {
  let lastMs = nowMs();
  const turn = () => {
    if (document.visibilityState === 'hidden' || nowMs() - lastMs < everyMs) return;
    lastMs = nowMs();
    task();
  };
  const timer = setInterval(turn, everyMs);
  document.addEventListener('visibilitychange', turn);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', turn);
  };
}
