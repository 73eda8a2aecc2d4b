import { type Alarm, readAlarm, readAlarms } from './alarm-rows';
import { ApiError } from './api-error';
import { refreshBelow } from './poll';
import { call } from './transport';

/**
 * Result of an action on alarms. `changed`: another user was faster, nothing was done. `unanswered`: it is unknown whether it was done, and
 * the request is not repeated. `refused`: see the error.
 */
export type ActionResult =
  | { readonly kind: 'done'; readonly alarms: readonly Alarm[] }
  | { readonly kind: 'changed' | 'unanswered' }
  | { readonly kind: 'refused'; readonly error: ApiError };

/**
 * Acknowledges alarms with those of their consequences that wait, all or none. If another user acknowledged an alarm first, the answer names
 * that user. At most 100 alarms per call.
 */
export function acknowledge(alarms: readonly Alarm[], nota: string): Promise<ActionResult> {
  return carryOut(async () => {
    const ids = alarms.map(({ id }) => id);
    const isWhole = alarms.some(({ consequences }) => consequences && consequences.waiting > 0);
    const [id] = ids;
    if (id === undefined || ids.length > 1 || isWhole) {
      // An older datalogger knows neither consequences nor this word.
      const body = { id: ids, nota, ...(isWhole && { conseguenze: true }) };
      return readAlarms((await call('POST allarmi/riconosci', { body })).value);
    }
    const params = { id: String(id) };
    return [readAlarm((await call('POST allarmi/:id/riconosci', { params, body: { nota } })).value)];
  });
}

/** Shelves the alarms one after the other, each in the version that was last read. The first failure ends the series. */
export function shelve(alarms: readonly Alarm[], minuti: number, motivo: string): Promise<ActionResult> {
  return carryOut(async () => {
    const shelved: Alarm[] = [];
    for (const { id, version } of alarms) {
      const input = { params: { id: String(id) }, body: { minuti, motivo }, ifMatch: matching(version) };
      shelved.push(readAlarm((await call('POST allarmi/:id/accantona', input)).value));
    }
    return shelved;
  });
}

/** Ends the shelving of an alarm before its time. */
export function unshelve({ id, version }: Alarm): Promise<ActionResult> {
  return carryOut(async () => {
    const input = { params: { id: String(id) }, body: { minuti: 0 }, ifMatch: matching(version) };
    return [readAlarm((await call('POST allarmi/:id/accantona', input)).value)];
  });
}

function matching(version: number | null): string {
  return version === null ? '*' : `"${version}"`;
}

/** After the action, whatever its result, all alarm data on the screen is read again. */
async function carryOut(action: () => Promise<readonly Alarm[]>): Promise<ActionResult> {
  try {
    return { kind: 'done', alarms: await action() };
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    if (cause.details.status === 412) return { kind: 'changed' };
    return cause.isOutage ? { kind: 'unanswered' } : { kind: 'refused', error: cause };
  } finally {
    refreshBelow('/api/allarmi');
  }
}
