import type { AuditAction } from '../../../contract/audit';
import { changesBetween, type Recorder } from '../../storage/config/audit';
import type { SettingRecord, SettingRecords } from '../../storage/config/setting-records';
import { type Caller, requireVersion } from '../http/handler';
import { withStored } from './left-out';
import { sentPassword } from './secrets';

interface Write<Body, Value> {
  readonly settings: SettingRecords<Value>;
  /** The settings that the body asks for; throws for settings that cannot work. */
  readonly accept: (
    body: Body,
    stored: SettingRecord<Value>,
  ) => Pick<SettingRecord<Value>, 'value' | 'secret'>;
  readonly record: Recorder;
  readonly action: AuditAction;
  /** Name of the object in the audit log: its path. */
  readonly object: string;
}

export interface ServiceCall<Body> {
  readonly body: Body;
  readonly sent?: ReadonlySet<string>;
  readonly caller: Caller;
  readonly ifMatch: string | null;
}

/** Stores the settings of a service where nobody has changed them since they were read. Writes the change to the audit log, with the password masked. */
export function writeService<Body extends object, Value extends object>(
  { settings, accept, record, action, object }: Write<Body, Value>,
  call: ServiceCall<Body>,
): void {
  const { caller, ifMatch } = call;
  const stored = settings.read();
  requireVersion(ifMatch, stored.version);
  const body = withStored(call, stored.value);
  const { value, secret } = accept(body, stored);
  settings.write(value, secret);
  const password =
    'password' in body && typeof body.password === 'string' ? sentPassword(body.password) : undefined;
  const changes = changesBetween(stored.value, password === undefined ? value : { ...value, password });
  record(caller, action, object, { changes });
}
