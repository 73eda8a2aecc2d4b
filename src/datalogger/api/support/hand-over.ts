import type { Account } from '../../../contract/account';
import type { Recipient } from '../../../contract/recipient';
import type { ScheduleBody } from '../../../contract/schedules';
import { changesBetween, type Recorder } from '../../storage/config/audit';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { type Caller, ProblemError } from '../http/handler';

interface HandOverDeps {
  readonly config: ConfigDatabase;
  readonly record: Recorder;
}

const campo = 'passa_a';

/**
 * From now on another account gets the e-mails of a suspended one: its address and its language take the place of the
 * old ones in notifications and scheduled reports. Each record that changes has its row in the audit log.
 */
export function handOver(deps: HandOverDeps, caller: Caller, from: Account, heirId: number): void {
  if (!from.sospeso) throw new ProblemError(422, 'invalid', 'Only of a suspended account.', { campo });
  const heir = deps.config.accounts.find(heirId);
  if (!heir || heir.id === from.id || heir.sospeso)
    throw new ProblemError(422, 'not_found', 'There is no such account.', { campo });
  if (from.email === '') return;
  if (heir.email === '') throw new ProblemError(422, 'required', 'It has no e-mail address.', { campo });
  handOverNotifications(deps, caller, from, heir);
  handOverReports(deps, caller, from, heir);
}

function handOverNotifications({ config, record }: HandOverDeps, caller: Caller, from: Account, to: Account) {
  const { notifications } = config.services;
  const { value } = notifications.read();
  const next = { ...value, destinatari: withHeir(value.destinatari, from, to) };
  const changes = changesBetween(value, next);
  if (Object.keys(changes).length === 0) return;
  notifications.write(next, null);
  record(caller, 'notifications.change', 'sistema/notifiche', { changes });
}

function handOverReports({ config, record }: HandOverDeps, caller: Caller, from: Account, to: Account): void {
  for (const { id, body } of config.schedules.all()) {
    if (body.azione.tipo !== 'report_email') continue;
    const before = body.azione.destinatari;
    const destinatari = withHeir(before, from, to);
    const changes = changesBetween({ 'azione.destinatari': before }, { 'azione.destinatari': destinatari });
    if (Object.keys(changes).length === 0) continue;
    const next: ScheduleBody = { ...body, azione: { ...body.azione, destinatari } };
    config.schedules.change(id, next);
    record(caller, 'schedule.change', `pianificazioni/${id}`, { changes });
  }
}

/** Nobody is written to twice under the same conditions. */
function withHeir<R extends Recipient>(recipients: readonly R[], from: Account, to: Account): R[] {
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const all = recipients.map(recipient =>
    isSame(recipient.email, from.email)
      ? { ...recipient, email: to.email, lingua: to.lingua ?? recipient.lingua }
      : recipient,
  );
  const keys = all.map(({ lingua: _, ...rest }) =>
    JSON.stringify({ ...rest, email: rest.email.toLowerCase() }),
  );
  return all.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
}
