import type { Audience } from '../../../contract';
import type { Livello } from '../../../contract/session';
import type { Clock } from '../../core/time/clock';
import type { Sessions } from '../../storage/config/sessions';
import type { Tokens } from '../auth/tokens';
import type { Caller } from './handler';

const roles: Record<Livello, Caller['role']> = { '0': 'admin', cci: 'cci', '1': 'normal' };

/**
 * Identifies the caller by the token and the stored session: a changed role, a deleted account or a logout takes effect with
 * the next request. No other header is used.
 */
export function createIdentify(tokens: Tokens, sessions: Sessions, clock: Clock) {
  return (request: Request, address: string): Caller => {
    const stranger = { role: 'anonymous', accountId: null, user: null, sessionId: null, address } as const;
    const jwt = /^Bearer ([\w.-]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    if (jwt === undefined) return stranger;
    const nobody: Caller = { ...stranger, otherToken: jwt };
    const nowS = Math.floor(clock.now() / 1000);
    const payload = tokens.read(jwt);
    const session = payload && sessions.find(payload.sid, nowS);
    if (payload && !session && payload.exp > nowS) return { ...nobody, hasEnded: true };
    if (!session || payload.sub !== String(session.accountId)) return nobody;
    if (payload.exp + session.shiftedS <= nowS) return nobody;
    const { id, accountId, user, livello, comandi: mayCommand, createdS } = session;
    const loggedInS = nowS - createdS;
    return { role: roles[livello], mayCommand, accountId, user, sessionId: id, loggedInS, address };
  };
}

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
