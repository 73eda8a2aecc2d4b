import * as v from 'valibot';
import { dataloggerItself } from '../../api/http/handler';
import type { Log } from '../../core/log';
import type { KeptWish, Wish } from '../../plant/source';
import type { Recorder } from '../../storage/config/audit';
import type { Notes } from '../../storage/jobs/notes';

const note = 'wish';
const StoredWish = v.strictObject({
  limit: v.nullable(v.number()),
  outside: v.optional(
    v.strictObject({ 'grid-operator': v.optional(v.number()), 'third-party': v.optional(v.number()) }),
  ),
  reactive: v.nullable(
    v.variant('kind', [
      v.strictObject({ kind: v.literal('share'), percent: v.number() }),
      v.strictObject({ kind: v.literal('factor'), value: v.number() }),
    ]),
  ),
});

interface Parts {
  readonly notes: Notes;
  readonly record: Recorder;
  readonly log: Log;
  readonly onFailure: (error: unknown) => void;
}

/** Stores what is asked of the inverters in jobs.db, and writes an audit row when a start takes it up again, or has to drop it. */
export const keptWish = ({ notes, record, log, onFailure }: Parts): KeptWish => ({
  read() {
    const stored = notes.read(note, StoredWish);
    const isAsked = stored && (stored.limit !== null || stored.reactive !== null || stored.outside);
    return isAsked ? stored : null;
  },
  write(wish) {
    try {
      notes.write(note, wish);
      return true;
    } catch (error) {
      onFailure(error);
      return false;
    }
  },
  resumed(wish, isInForce) {
    // What was asked from outside is reported by what asks for it again.
    if (wish.limit === null && wish.reactive === null) return;
    const result = isInForce ? 'ok' : 'refused';
    const texts = Object.entries(changesOf(wish)).map(([action, [, value]]) => `${action} ${value}`);
    log.info(`${isInForce ? 'in force again after the start' : 'lost'}: ${texts.join(', ')}`);
    try {
      record(dataloggerItself, 'command.resumed', 'cci.1', { changes: changesOf(wish), result });
    } catch (error) {
      onFailure(error);
    }
  },
});

/** By the action of the command that asked for it. */
function changesOf({ limit, reactive }: Wish): Record<string, readonly [null, number]> {
  return {
    ...(limit !== null && { limite_p: [null, limit] as const }),
    ...(reactive?.kind === 'share' && { setpoint_q: [null, reactive.percent] as const }),
    ...(reactive?.kind === 'factor' && { setpoint_cosfi: [null, reactive.value] as const }),
  };
}
