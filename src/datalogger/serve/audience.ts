import type { Audience } from '../../contract';
import type { Caller } from './handler';

/** What the permission can depend on besides the caller. */
export interface Openness {
  /** Whether there is no account yet. */
  readonly isFirstStart: boolean;
  /** Whether the plant aggregates are public (System setup). */
  readonly isPlantPublic: boolean;
}

export type Verdict = 'allowed' | 'log-in' | 'forbidden';

/** Decides who may call an endpoint. No other place does. An unknown audience is refused. */
export function judge(
  may: Audience,
  caller: Pick<Caller, 'role' | 'accountId' | 'mayCommand'>,
  params: Readonly<Record<string, string>>,
  openness: () => Openness,
): Verdict {
  const isAdmin = caller.role === 'admin';
  const hasSession = caller.role !== 'anonymous';
  const otherwise: Verdict = hasSession ? 'forbidden' : 'log-in';
  switch (may) {
    case 'anyone':
      return 'allowed';
    case 'session':
      return hasSession ? 'allowed' : otherwise;
    case 'admin-or-cci':
      return isAdmin || caller.role === 'cci' ? 'allowed' : otherwise;
    case 'who-commands':
      return isAdmin || (caller.role === 'cci' && caller.mayCommand) ? 'allowed' : otherwise;
    case 'admin':
      return isAdmin ? 'allowed' : otherwise;
    case 'own-or-admin':
      return isAdmin || (hasSession && params.id === String(caller.accountId)) ? 'allowed' : otherwise;
    case 'first-start-or-admin':
      return isAdmin || (!hasSession && openness().isFirstStart) ? 'allowed' : otherwise;
    case 'public-or-session':
      return hasSession || openness().isPlantPublic ? 'allowed' : otherwise;
    default:
      return otherwise;
  }
}
