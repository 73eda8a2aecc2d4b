import type { AlarmCounts } from '../../data/alarm-counts';

/** Fill and text colour of the badge by priority, as in the light theme: the browser's tab does not use the console's theme. */
const colours: readonly (readonly [fill: string, text: string])[] = [
  ['#c5121f', '#fff'],
  ['#f08a12', '#15181a'],
  ['#ffd21a', '#15181a'],
  ['#7647b2', '#fff'],
];
const mostShown = 9;

/** The tab icon while alarms wait for acknowledgement: their number on the colour of the highest priority; null when none waits. */
export function alarmIcon({ priorities }: AlarmCounts): string | null {
  const waiting = priorities.reduce((sum, each) => sum + each.waiting, 0);
  const gravest = priorities.find(each => each.waiting > 0);
  const [fill, text] = colours[(gravest?.priority ?? 0) - 1] ?? [];
  if (!fill || !text) return null;
  const label = waiting > mostShown ? `${mostShown}+` : String(waiting);
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26"><path d="M1 1h24v24H1z" fill="${fill}"/>` +
    `<text x="13" y="20" text-anchor="middle" font-family="sans-serif" font-size="${label.length > 1 ? 16 : 20}" ` +
    `font-weight="700" fill="${text}">${label}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}
