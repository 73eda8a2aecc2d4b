import type { Finding } from '../../../contract/config/findings';
import type { ConfigKind, ConfigOf, Configuration, RecordOf } from '../../../contract/config/kinds';
import { findingsOf } from '../../../contract/config/rules';
import { inPieces } from '../../core/pieces';
import type { Clock } from '../../core/time/clock';
import { changesBetween, type Recorder } from '../../storage/config/audit';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { prepared } from '../../storage/config/devices';
import { type Caller, notFound, ProblemError } from '../http/handler';
import { type Configured, requireBackupRoom } from './backup-room';
import type { UnreadFindings } from './unread';

interface Deps {
  readonly config: Configured & Pick<ConfigDatabase, 'audit' | 'atomically'>;
  /** The device's clock. */
  readonly clock: Clock;
  readonly record: Recorder;
  readonly unread: UnreadFindings;
}

/** A record as it was, null for a new one, and as it is to be. */
interface Write<K extends ConfigKind> {
  readonly before: RecordOf<K> | null;
  readonly after: ConfigOf<K>;
  readonly caller: Caller;
}

/** The records of one kind of device: how one is found, judged, written and audited, alone or as a row of a table. */
export class DeviceRecords<K extends ConfigKind> {
  readonly #deps: Deps;
  readonly #kind: K;

  constructor(deps: Deps, kind: K) {
    this.#deps = deps;
    this.#kind = kind;
  }

  /** 404 where no record has the id. */
  existing(id: number): RecordOf<K> {
    const record = this.#deps.config.devices.find(this.#kind, id);
    if (!record) throw notFound();
    return record;
  }

  /** 422 with the field of the first value that is not possible beside the other records. */
  refuseWrong({ before, after }: Pick<Write<K>, 'before' | 'after'>): void {
    const { config, unread } = this.#deps;
    const all = config.devices.all();
    const findings = [
      ...findingsOf(this.#kind, after, before?.id ?? null, all),
      ...unread(this.#kind, after, all),
    ];
    const wrong = findings.find((each): each is Extract<Finding, { isWarning: false }> => !each.isWarning);
    if (!wrong) return;
    const { campo, codice, da } = wrong;
    throw new ProblemError(422, codice, 'Not possible beside what is configured.', {
      campo,
      ...(da === undefined ? {} : { da }),
    });
  }

  /**
   * Creates or changes many records, all or none of them, with their audit rows. What takes time is done before, with pauses; throws 412
   * where `all` is not what is configured any more when that is done.
   */
  async writeAll(
    all: Configuration,
    writes: readonly Omit<Write<K>, 'caller'>[],
    caller: Caller,
  ): Promise<void> {
    const { config, clock } = this.#deps;
    const { devices, audit } = config;
    const kind = this.#kind;
    let last = devices.lastId(kind);
    const records = await inPieces(writes, ({ before, after }) =>
      prepared(kind, before ?? { id: ++last, versione: 0 }, after),
    );
    const entries = await inPieces(writes, ({ before, after }, at) => ({
      atMs: clock.now(),
      user: caller.user ?? '',
      address: caller.address,
      action: before ? ('config.change' as const) : ('config.create' as const),
      object: `config/${kind}/${records[at]?.record.id}`,
      changes: changesBetween(before ?? {}, after),
      result: 'ok' as const,
    }));
    const rows = await audit.prepare(entries);
    // The store answers the same object until something is written.
    if (devices.all() !== all)
      throw new ProblemError(412, 'precondition_failed', 'Something was written since it was compared.');
    config.atomically(() => {
      devices.writeAll(kind, records);
      requireBackupRoom(config);
      audit.writeAll(rows);
    });
  }

  /** Creates or changes a record and writes its audit row; returns its id. */
  write({ before, after, caller }: Write<K>): number {
    const { config, record } = this.#deps;
    if (before) config.devices.change(this.#kind, before.id, after);
    const id = before?.id ?? config.devices.create(this.#kind, after);
    record(caller, before ? 'config.change' : 'config.create', `config/${this.#kind}/${id}`, {
      changes: changesBetween(before ?? {}, after),
    });
    requireBackupRoom(config);
    return id;
  }
}
