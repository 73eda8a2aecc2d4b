import type { QueryInputOf } from '../../contract';
import { ApiError } from './api-error';
import { type Pace, type Resource, resource } from './resource';
import { currentSession, type Session } from './session';
import type { Options } from './transport';

/**
 * The session in which an older datalogger has refused to group: until it ends or is renewed, its lists are read as they are, with one row
 * for each alarm. A datalogger that was renewed meanwhile is then asked again.
 */
let refusedIn: Session | null = null;

/** A list of alarms with one row for each incident, where the datalogger can give it. */
export function byIncident<T>(
  query: NonNullable<QueryInputOf<'GET allarmi'>>,
  read: (raw: unknown) => T,
  pace: Pace,
): Resource<T> {
  const plain = resource('GET allarmi', { query }, read, pace);
  const grouped = resource('GET allarmi', { query: { ...query, raggruppa: 'causa' } }, read, pace);
  const ask = async (options: Options) => {
    const session = currentSession();
    if (session && session === refusedIn) return plain.ask(options);
    try {
      return await grouped.ask(options);
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.details.status !== 400) throw cause;
      const answer = await plain.ask(options);
      // Not the rest of the query was wrong.
      refusedIn = session;
      return answer;
    }
  };
  return { ...grouped, ask };
}
