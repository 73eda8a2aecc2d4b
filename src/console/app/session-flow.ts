import { navigate } from 'wouter/use-browser-location';
import { forgetAll } from '../data/poll';
import { clearSession, currentSession, startSession } from '../data/session';
import { call } from '../data/transport';
import { announce } from './cross-tab';
import { startNextPlace } from './loaders';
import { forgetReturnPlace, rememberReturnPlace, takeReturnPlace } from './return-place';

/** Stores a token, opens the page where the user was before; `isNew`: just issued. False when it is not a token. */
export function enter(token: string, isNew = true): boolean {
  if (!startSession(token, isNew)) return false;
  forgetAll();
  startNextPlace();
  navigate(takeReturnPlace(), { replace: true });
  return true;
}

/** Clears the session at once, also offline. The datalogger is informed if it can be reached. */
export async function logout(): Promise<void> {
  const session = currentSession();
  const goodbye = session ? call('POST auth/logout', {}).catch(() => undefined) : undefined;
  leave();
  if (session) announce({ kind: 'logout', account: session.sub });
  await goodbye;
}

/** What a logout does in this tab, also when another tab of the same account started it. */
export function leave(): void {
  clearSession();
  forgetReturnPlace();
  forgetAll();
  navigate('/auth/login');
}

/** After a 401 or for an invalid token: opens the login area; the back button does not lead back. */
export function onSessionLost(isEnded: boolean): void {
  rememberReturnPlace(true, isEnded);
  forgetAll();
  navigate('/auth', { replace: true });
}

/** "Stay signed in": requests a new token for the same session. False when the datalogger refused. */
export async function renew(): Promise<boolean> {
  try {
    const { value } = await call('POST auth/rinnova', {});
    return typeof value === 'string' && startSession(value);
  } catch {
    return false;
  }
}
