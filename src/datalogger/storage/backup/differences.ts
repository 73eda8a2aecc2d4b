import type { BackupContent, RestorePlan } from '../../../contract/backup';
import { configKinds } from '../../../contract/config/kinds';
import type { Logo } from '../../../contract/logo';
import type { Caller } from '../../api/http/handler';
import { shownValue } from '../../api/support/shown-value';
import { accountKey } from '../config/accounts';
import { changesBetween } from '../config/audit';
import type { ConfigDatabase } from '../config/config-database';
import { fingerprintOf } from '../config/profile-texts';
import type { Secrets } from './content';

type Difference = RestorePlan['differenze'][number];

/** The records of a content by their path. */
function recordsOf(content: BackupContent): Map<string, object> {
  const { impianto, knx, dyn_dns, ups, gruppo_continuita, dispositivi, allarmi, pianificazioni } = content;
  const prefixed = (name: string, part: object | null) =>
    Object.fromEntries(Object.entries(part ?? {}).map(([field, value]) => [`${name}.${field}`, value]));
  const plant = {
    ...impianto,
    ...prefixed('knx', knx),
    ...prefixed('dyn_dns', dyn_dns),
    ups,
    ...prefixed('gruppo_continuita', gruppo_continuita),
  };
  return new Map<string, object>([
    ['impianto/1', plant],
    ...configKinds.flatMap(kind =>
      dispositivi[kind].map(({ id, ...fields }): [string, object] => [`config/${kind}/${id}`, fields]),
    ),
    ...Object.entries(allarmi).map(([code, fields]): [string, object] => [`config/allarmi/${code}`, fields]),
    ...pianificazioni.map((body, index): [string, object] => [`pianificazioni/${index + 1}`, body]),
    ['condivisione-dati', content.condivisione],
    ...Object.entries(content.flussi ?? {}).map(([name, fields]): [string, object] => [
      `condivisione-dati/${name}`,
      fields,
    ]),
    ['sistema/posta', content.posta],
    ['sistema/notifiche', content.notifiche],
    ...(content.webhook ? [['sistema/webhook', content.webhook] as const] : []),
    ...(content.syslog ? [['sistema/syslog', content.syslog] as const] : []),
    ['sistema', content.sistema],
    ...(content.modbus ? [['bus/server', content.modbus] as const] : []),
    ...(content.profili ? [['bus/profili', fingerprints(content.profili)] as const] : []),
    ...(content.logo ? [['impianto/1/logo', logoMark(content.logo)] as const] : []),
    ...(content.lingue ? [['lingue', fingerprints(content.lingue)] as const] : []),
  ]);
}

const fingerprints = (texts: NonNullable<BackupContent['profili']>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fingerprintOf(text)]));

/** What tells one logo from another, as in the audit log. */
const logoMark = ({ immagine }: Logo) => ({ foto: immagine === '' ? null : fingerprintOf(immagine) });

/** The changes from one content to the other, field by field; of a record that is added or removed, its name only. */
export function differences(before: BackupContent, after: BackupContent): Difference[] {
  const [old, next] = [recordsOf(before), recordsOf(after)];
  const paths = [...new Set([...old.keys(), ...next.keys()])];
  return paths.flatMap((oggetto): Difference[] => {
    const [was, is] = [old.get(oggetto), next.get(oggetto)];
    if (!was || !is) {
      const name = nameOf(was ?? is ?? {});
      return [{ oggetto, campo: 'nome', vecchio: was ? name : null, nuovo: is ? name : null }];
    }
    // A field that is missing afterwards is a change too.
    const gone = Object.fromEntries(Object.keys(was).map(field => [field, undefined]));
    return fieldsOf(oggetto, was, { ...gone, ...is });
  });
}

function fieldsOf(oggetto: string, was: object, is: object): Difference[] {
  return Object.entries(changesBetween(was, is)).map(([campo, [vecchio, nuovo]]) => ({
    oggetto,
    campo,
    vecchio: shownValue(vecchio),
    nuovo: shownValue(nuovo),
  }));
}

/** The changes of accounts. Every account, level, permission or password that a restore would set is listed before it is confirmed. */
export function accountDifferences(
  accounts: ConfigDatabase['accounts'],
  stored: Secrets['account'],
  caller: Caller,
): Difference[] {
  return stored.flatMap(account => {
    const known = accounts.findByKey(accountKey(account.user));
    if (known && known.id === caller.accountId) return [];
    const { livello, comandi, sospeso } = account;
    const fields = known ? account : { livello, ...(comandi && { comandi }), ...(sospeso && { sospeso }) };
    return fieldsOf(`account/${account.user}`, known ?? {}, fields);
  });
}

function nameOf(record: object): string {
  const { nome }: { readonly nome?: unknown } = record;
  return typeof nome === 'string' ? nome : '';
}
