import { isObject } from '../data/read';
import { currentSession, startSession } from '../data/session';
import { tabChannel } from './cross-tab';
import { enter } from './session-flow';

/** An open tab answers at once, or is asleep, or its device is busy. */
const waitedMs = 200;
/** Until then a late answer still opens the screen, in place of the login that is shown by then. */
const lastMs = 5_000;

/** Takes over the session of another open tab of this browser, so that a link in a new tab opens without a login. */
export function takeOtherSession(): Promise<void> {
  if (currentSession() || typeof BroadcastChannel === 'undefined') return Promise.resolve();
  return new Promise(resolve => {
    const channel = new BroadcastChannel(tabChannel);
    let isLate = false;
    setTimeout(() => {
      isLate = true;
      resolve();
    }, waitedMs);
    setTimeout(() => channel.close(), lastMs);
    channel.onmessage = ({ data }) => {
      if (!isObject(data) || data.kind !== 'session' || currentSession()) return;
      const token = String(data.token);
      if (isLate ? !enter(token, false) : !startSession(token, false)) return;
      channel.close();
      resolve();
    };
    channel.postMessage({ kind: 'session-wanted' });
  });
}
