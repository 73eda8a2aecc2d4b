import { type AlarmCounts, type Arrival, alarmCounts } from '../../data/alarm-counts';
import { watch } from '../../data/poll';
import { peek } from '../../data/poll-store';

/** Five flashes of a second each. */
const flashMs = 5_000;

/** What in `counts` was not there before. Ids grow: what was seen and has gone back in rank is no arrival. */
export function arrivalsIn(counts: AlarmCounts, newestSeen: number): readonly Arrival[] {
  return counts.latest.filter(({ id }) => id > newestSeen);
}

/**
 * Calls `announce` with alarms that arrive while the page is open, and lets their rings flash. What was there when the page
 * was opened is no news; what came during an outage is.
 */
export function watchArrivals(announce: (arrivals: readonly Arrival[]) => void): () => void {
  let newestSeen: number | null = null;
  const look = () => {
    const counts = peek(alarmCounts).value;
    if (!counts) return;
    const arrivals = newestSeen === null ? [] : arrivalsIn(counts, newestSeen);
    newestSeen = Math.max(newestSeen ?? 0, ...counts.latest.map(({ id }) => id));
    if (arrivals.length === 0) return;
    // Nothing of the new answer is drawn yet: what has a ring now had it before.
    flash();
    announce(arrivals);
  };
  const stop = watch(alarmCounts, look);
  look();
  document.addEventListener('animationstart', keepPhase);
  return () => {
    stop();
    document.removeEventListener('animationstart', keepPhase);
  };
}

let end: ReturnType<typeof setTimeout> | undefined;

function flash(): void {
  clearTimeout(end);
  const page = document.documentElement.classList;
  for (const sign of document.querySelectorAll('.al.un')) sign.setAttribute('data-known', '');
  page.add('arrival');
  end = setTimeout(() => {
    page.remove('arrival');
    for (const sign of document.querySelectorAll('[data-known]')) sign.removeAttribute('data-known');
  }, flashMs);
}

/** All rings flash together, whenever each of them was drawn. */
function keepPhase({ animationName, target }: AnimationEvent): void {
  if (animationName !== 'un' || !(target instanceof Element)) return;
  for (const animation of target.getAnimations()) animation.startTime = 0;
}
