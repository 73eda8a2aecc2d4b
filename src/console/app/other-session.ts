import { isObject } from '../data/read';
import { currentSession, startSession } from '../data/session';
import { tabChannel } from './tab-channel';

/** An open tab answers at once, or is asleep. */
const longestMs = 200;

/** Takes over the session of another open tab of this browser, so that a link in a new tab opens without a login. */
export function takeOtherSession(): Promise<void> {
  if (currentSession() || typeof BroadcastChannel === 'undefined') return Promise.resolve();
  return new Promise(resolve => {
    const channel = new BroadcastChannel(tabChannel);
    const end = () => {
      channel.close();
      resolve();
    };
    setTimeout(end, longestMs);
    channel.onmessage = ({ data }) => {
      if (isObject(data) && data.kind === 'session' && startSession(String(data.token), false)) end();
    };
    channel.postMessage({ kind: 'session-wanted' });
  });
}
