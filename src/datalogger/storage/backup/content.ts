import { setImmediate } from 'node:timers/promises';
import * as v from 'valibot';
import { Email, Lingua } from '../../../contract/account';
import { type BackupContent, type KeptNote, largestBackup } from '../../../contract/backup';
import { byKind, type ConfigKind, type ConfigOf } from '../../../contract/config/kinds';
import { Livello } from '../../../contract/session';
import type { AlarmKeeping } from '../../alarms/alarm-keeping';
import type { Caller } from '../../api/http/handler';
import { isSameReceiver } from '../../api/support/secrets';
import { eachPiece } from '../../core/json';
import { accountKey } from '../config/accounts';
import type { ConfigDatabase } from '../config/config-database';
import type { SettingRecords } from '../config/setting-records';
import type { JobsDatabase } from '../jobs/jobs-database';
import { addWork, missingWork, newestWork, withPhotos } from './kept-work';
import { Room } from './newest-that-fit';
import { keptReadings, newestNotes, restoreRecords } from './records';

/** Read tolerantly: an older version may have accepted values that are no longer accepted. */
const Stored = v.pipe(v.string(), v.minLength(1), v.maxLength(64));

const StoredAccount = v.pipe(
  v.strictObject({
    nome: Stored,
    user: Stored,
    livello: Livello,
    /** Both are missing in files of earlier versions. */
    comandi: v.optional(v.boolean(), false),
    sospeso: v.optional(v.boolean(), false),
    email: Email,
    lingua: v.nullable(Lingua),
    password_hash: v.string(),
  }),
  // Only controller technicians have this permission, whatever a file says.
  v.transform(account => ({ ...account, comandi: account.livello === 'cci' && account.comandi })),
);

/** The part that is encrypted with the passphrase. */
export const Secrets = v.strictObject({
  account: v.array(StoredAccount),
  dyn_dns: v.nullable(v.string()),
  condivisione: v.nullable(v.string()),
  posta: v.nullable(v.string()),
  /** By the name of the feed; missing in files of earlier versions. */
  flussi: v.optional(v.record(v.string(), v.nullable(v.string()))),
  webhook: v.optional(v.nullable(v.string()), null),
  gruppo_continuita: v.optional(v.nullable(v.string()), null),
});
export type Secrets = v.InferOutput<typeof Secrets>;

export interface Sources {
  readonly config: ConfigDatabase;
  readonly jobs: Pick<JobsDatabase, 'workPhotos'>;
  readonly alarms: Pick<AlarmKeeping, 'rules' | 'replaceRules' | 'find'>;
}

/** Bytes of a file for its head and the names of its parts. */
const headBytes = 4000;

/**
 * The present configuration, and what people wrote and what was frozen beside it: of notes, work orders and photos the newest for which a
 * file has room that is restored, beside `otherBytes`. With pauses in which this process does its other work.
 */
export async function contentOf(sources: Sources, otherBytes = 0): Promise<BackupContent> {
  const configuration = configurationOf(sources);
  await setImmediate();
  const letture_fiscali = keptReadings(sources.config);
  let bytes = headBytes + otherBytes;
  await eachPiece([configuration, letture_fiscali], piece => {
    bytes += Buffer.byteLength(piece);
  });
  const room = new Room(largestBackup - bytes);
  const orders = await newestWork(sources, room);
  const diario = await newestNotes(sources.config, room);
  return { ...configuration, diario, letture_fiscali, lavori: withPhotos(sources, orders, room) };
}

export function configurationOf({ config, alarms }: Omit<Sources, 'jobs'>): BackupContent {
  const { plantConfig, devices, schedules, services, feeds, settings } = config;
  const plant = plantConfig.read();
  const changed = alarms.rules().filter(rule => Object.keys(rule.changed).length > 0);
  return {
    impianto: plant?.fields ?? null,
    knx: plant?.knx ?? null,
    dyn_dns: plant?.dynDns ?? null,
    ups: plant?.hasUps ?? false,
    gruppo_continuita: plant?.ups ?? null,
    dispositivi: withoutVersions(devices.all()),
    allarmi: Object.fromEntries(changed.map(({ rule, changed: own }) => [rule.code, own])),
    pianificazioni: schedules.all().map(({ body }) => body),
    condivisione: services.sharing.read().value,
    posta: services.mail.read().value,
    notifiche: services.notifications.read().value,
    flussi: {
      influx: feeds.influx.read().value,
      mqtt: feeds.mqtt.read().value,
      prometheus: feeds.prometheus.read().value,
    },
    webhook: services.webhook.read().value,
    syslog: services.syslog.read().value,
    sistema: settings.read().value,
    modbus: config.modbusServer.read().value,
    profili: config.profiles.read().value,
    lingue: config.languages.read().value,
    logo: config.logo.read().value,
  };
}

type Records = { readonly [K in ConfigKind]: readonly (ConfigOf<K> & { id: number })[] };

const withoutVersions = (all: Records) =>
  byKind<{ id: number }>(kind =>
    all[kind].map(record => {
      const rest = { ...record };
      Reflect.deleteProperty(rest, 'versione');
      return rest;
    }),
  );

export function secretsOf({ config }: Pick<Sources, 'config'>): Secrets {
  const { accounts, plantConfig, services } = config;
  return {
    account: accounts
      .all()
      .map(({ id, nome, user, livello, comandi = false, sospeso = false, email, lingua }) => ({
        nome,
        user,
        livello,
        comandi,
        sospeso,
        email,
        lingua,
        password_hash: accounts.passwordHash(id) ?? '',
      })),
    dyn_dns: plantConfig.read()?.dynDnsPassword ?? null,
    condivisione: services.sharing.read().secret,
    posta: services.mail.read().secret,
    flussi: Object.fromEntries(
      Object.entries(config.feeds).map(([name, feed]) => [name, feed.read().secret]),
    ),
    webhook: services.webhook.read().secret,
    gruppo_continuita: plantConfig.read()?.upsPassword ?? null,
  };
}

/**
 * Replaces the configuration, all or nothing. Without secrets, stored passwords stay where the server is the same. Accounts are added
 * and changed, never removed, and the caller's own is never changed. `present`: the notes of the content that there are already.
 */
export function restoreContent(
  sources: Sources,
  content: BackupContent,
  secrets: Secrets | null,
  caller: Caller,
  present: readonly KeptNote[],
): void {
  const { config, alarms } = sources;
  const { devices, schedules, services, settings, atomically } = config;
  atomically(() => {
    restorePlant(config, content, secrets);
    devices.replace(content.dispositivi);
    for (const { id } of schedules.all()) schedules.remove(id);
    for (const body of content.pianificazioni) schedules.add(body);
    restoreService(services.sharing, content.condivisione, secrets?.condivisione);
    restoreService(services.mail, content.posta, secrets?.posta);
    if (content.webhook) restoreService(services.webhook, content.webhook, secrets?.webhook);
    if (content.syslog) services.syslog.write(content.syslog, null);
    services.notifications.write(content.notifiche, null);
    restoreFeeds(config, content, secrets);
    settings.write(content.sistema);
    if (content.modbus) config.modbusServer.write(content.modbus, null);
    if (content.profili) config.profiles.write(content.profili, null);
    if (content.lingue) config.languages.write(content.lingue, null);
    if (content.logo) config.logo.write(content.logo, null);
    restoreRecords(config, alarms, content, present);
    if (secrets) restoreAccounts(config, secrets, caller);
    addWork(sources, alarms, missingWork(config.workOrders.names(), content));
    // Last, because it is in another database: when it fails, the transaction around it is undone as well.
    alarms.replaceRules(content.allarmi);
  });
}

function restoreFeeds({ feeds }: ConfigDatabase, { flussi }: BackupContent, secrets: Secrets | null): void {
  if (!flussi) return;
  restoreService(feeds.influx, flussi.influx, secrets?.flussi?.influx);
  restoreService(feeds.mqtt, flussi.mqtt, secrets?.flussi?.mqtt);
  restoreService(feeds.prometheus, flussi.prometheus, secrets?.flussi?.prometheus);
}

/** Without its secret in the file, a stored one stays where the server is the same. */
function restoreService<T extends object>(
  settings: SettingRecords<T>,
  value: T,
  secret: string | null | undefined,
): void {
  const stored = settings.read();
  settings.write(value, secret ?? (isSameReceiver(stored.value, value) ? stored.secret : null));
}

function restorePlant(
  { plantConfig }: ConfigDatabase,
  content: BackupContent,
  secrets: Secrets | null,
): void {
  const { impianto: fields, knx, dyn_dns, ups, gruppo_continuita } = content;
  if (!fields) return;
  const before = plantConfig.read();
  const keptSecret = (old: object | null, next: object | null, secret: string | null) =>
    isSameReceiver(old, next) ? secret : null;
  const dynDnsPassword = secrets
    ? secrets.dyn_dns
    : keptSecret(before?.dynDns ?? null, dyn_dns, before?.dynDnsPassword ?? null);
  const upsPassword = secrets
    ? secrets.gruppo_continuita
    : keptSecret(before?.ups ?? null, gruppo_continuita, before?.upsPassword ?? null);
  const parts = {
    fields,
    knx,
    dynDns: dyn_dns,
    dynDnsPassword,
    hasUps: ups,
    ups: gruppo_continuita,
    upsPassword,
  };
  if (before) plantConfig.change(parts);
  else plantConfig.create(parts);
}

function restoreAccounts({ accounts, sessions }: ConfigDatabase, { account }: Secrets, caller: Caller): void {
  for (const stored of account) {
    const user_key = accountKey(stored.user);
    const known = accounts.findByKey(user_key);
    if (!known) accounts.add({ ...stored, user_key });
    else if (known.id !== caller.accountId) {
      accounts.change(known.id, { ...stored, user_key });
      sessions.endAllOf(known.id);
    }
  }
}
