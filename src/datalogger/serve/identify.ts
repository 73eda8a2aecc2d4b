import type { Livello } from '../../contract/session';
import type { Tokens } from '../session/tokens';
import type { Sessions } from '../store/sessions';
import type { Clock } from '../time/clock';
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
