import * as v from 'valibot';
import type { Endpoint } from './endpoint';

/** What the audit log records. The console has words for each of them. */
export const auditActions = [
  'login',
  'login.throttled',
  'logout',
  'password.reset',
  'reset.throttled',
  'setup.throttled',
  'forbidden',
  'account.create',
  'account.change',
  'account.delete',
  'account.code',
  'account.sessions',
  'alarm.acknowledge',
  'alarm.shelve',
  'alarm.unshelve',
  'alarm.rule',
  'bus.scan',
  'bus.registers',
  'bus.commands',
  'command.select',
  'command.confirm',
  'command.received',
  'command.result',
  'command.resumed',
  'config.create',
  'config.change',
  'config.delete',
  'config.trial',
  'plant.create',
  'plant.change',
  'plant.network',
  'plant.network.confirm',
  'plant.network.revert',
  'plant.knx',
  'plant.ups',
  'plant.dyn-dns',
  'schedule.create',
  'schedule.change',
  'schedule.delete',
  'schedule.run',
  'schedule.send',
  'sharing.change',
  'sharing.trial',
  'feed.change',
  'feed.trial',
  'push.change',
  'push.trial',
  'mail.change',
  'mail.trial',
  'notifications.change',
  'wall.create',
  'wall.delete',
  'log.add',
  'log.remove',
  'work.create',
  'work.change',
  'work.close',
  'work.photo-add',
  'work.photo-remove',
  'measures.invalidate',
  'measures.restore',
  'first-steps.put-off',
  'first-steps.end',
  'system.change',
  'system.clock',
  'system.restart',
  'system.shutdown',
  'system.backup',
  'system.restore',
  'system.history',
  'system.history-discard',
  'clock.step',
  'counter.change',
  'storage.rescue',
  'dyn-dns.update',
  'simulation.inject',
  'simulation.clear',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What a field was and is: text, number or yes/no as it was sent, anything larger as its JSON text, a secret as `***`. */
const Value = v.nullable(v.union([v.string(), v.number(), v.boolean()]));

export const AuditRow = v.strictObject({
  id: v.number(),
  /** Epoch seconds of the device's clock. */
  t: v.number(),
  /** As the name was then; with a failed login the name that was tried. */
  utente: v.string(),
  indirizzo: v.string(),
  /** What was done, `area.action`: `login`, `plant.network`, `config.change`. The console has the texts. */
  azione: v.string(),
  /** The record it was done to, as its path: `config/inverters/3`. */
  oggetto: v.string(),
  /** The name of that record: the one that the change gave it or took away, else its present one; null where it has none. */
  nome: v.nullable(v.string()),
  /** The version of the configuration that it led to; null where it led to none, or that is gone. */
  versione: v.nullable(v.number()),
  esito: v.picklist(['ok', 'refused']),
  modifiche: v.array(v.strictObject({ campo: v.string(), vecchio: Value, nuovo: Value })),
});
export type AuditRow = v.InferOutput<typeof AuditRow>;

const EpochText = v.optional(v.pipe(v.string(), v.regex(/^\d{1,12}$/)));
const Part = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(64)));

/** `da`, `a` epoch seconds, both included; `utente`, `oggetto` part of the name or path, in any case; `oggetto` also part of the name of a record. */
export const AuditQuery = v.strictObject({
  da: EpochText,
  a: EpochText,
  utente: Part,
  oggetto: Part,
  cursor: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/))),
});

/** One page, newest first. */
export const AuditPage = v.strictObject({
  righe: v.array(AuditRow),
  /** For the next, older page; null on the last. */
  cursor: v.nullable(v.string()),
});

/** `interrotta`: id of the first row that does not follow from the one before it; null where the chain is whole. */
export const AuditChain = v.strictObject({ righe: v.number(), interrotta: v.nullable(v.number()) });

export const auditEndpoints = {
  /** Who did what, when and from where, and what it changed. Nothing writes to it but what is done; nothing deletes from it. */
  'GET registro': { may: 'admin', query: AuditQuery, reply: AuditPage },
  /** The newest 20,000 rows of the same query as a table, with the number and the link of each row in its chain. */
  'GET registro/csv': { may: 'admin', query: v.omit(AuditQuery, ['cursor']), reply: v.string() },
  /** Checks the chain of all rows: a row that was changed or taken out shows. */
  'GET registro/catena': { may: 'admin', reply: AuditChain },
} as const satisfies Record<string, Endpoint>;
