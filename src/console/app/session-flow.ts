import { navigate } from 'wouter/use-browser-location';
import { forgetAll } from '../data/poll';
import { clearSession, currentSession, startSession } from '../data/session';
import { call } from '../data/transport';
import { announce } from './cross-tab';
import { startNextPlace } from './loaders';
import { forgetReturnPlace, rememberReturnPlace, takeReturnPlace } from './return-place';

/** Takes the token of a login and goes where the user was before. False when the answer was no token. */
export function enter(token: string): boolean {
  if (!startSession(token)) return false;
  forgetAll();
  startNextPlace();
  navigate(takeReturnPlace(), { replace: true });
  return true;
}

/** Clears everything at once, also offline; telling the datalogger is best effort. */
export async function logout(): Promise<void> {
  const session = currentSession();
  const goodbye = session ? call('POST auth/logout', {}).catch(() => undefined) : undefined;
  leave();
  if (session) announce({ kind: 'logout', account: session.sub });
  await goodbye;
}

/** What a logout does to this tab, also when another tab of the same account asked for it. */
export function leave(): void {
  clearSession();
  forgetReturnPlace();
  forgetAll();
  navigate('/auth/login');
}

/** A 401 or a token that ran out: back to the login area, without a way back by history. */
export function onSessionLost(): void {
  rememberReturnPlace(true);
  forgetAll();
  navigate('/auth', { replace: true });
}

/** "Stay signed in": a new token for the same session. False when it was refused. */
export async function renew(): Promise<boolean> {
  try {
    const { value } = await call('POST auth/rinnova', {});
    return typeof value === 'string' && startSession(value);
  } catch {
    return false;
  }
}
