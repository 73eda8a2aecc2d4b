import { chmodSync, closeSync, openSync } from 'node:fs';
import * as v from 'valibot';
import { BusCommands } from '../../../contract/bus-commands';
import { Logo } from '../../../contract/logo';
import { ModbusServerBody } from '../../../contract/modbus-server';
import { type Migrations, openDatabase } from '../database/database';
import { type Accounts, commandsColumn, createAccounts, suspendedColumn } from './accounts';
import { type Audit, auditChain, createAudit } from './audit';
import { createDevices, type Devices, deviceTables } from './devices';
import { createFeedSettings, type FeedSettings } from './feed-settings';
import { createFirstSteps } from './first-steps';
import { createFiscalReadings, type FiscalReadings, fiscalTable } from './fiscal-readings';
import { createInstallation, type Installation } from './installation';
import { createLanguageTexts, type LanguageTexts } from './language-texts';
import { createLogbook, type Logbook, logbookTable } from './logbook';
import { createNetworkTrialRow, type NetworkTrialRow } from './network-trial';
import { createPlantConfig, type PlantConfig, upsServerColumn } from './plant-config';
import { createProfileTexts, type ProfileTexts } from './profile-texts';
import { createResetCodes, type ResetCodes } from './reset-codes';
import { createSchedules, type Schedules, scheduleTable } from './schedules';
import { createServiceSettings, type ServiceSettings } from './service-settings';
import { createSessions, type Sessions, shiftedColumn } from './sessions';
import { createSettingRecords, type SettingRecords, settingTable } from './setting-records';
import { createSystemRecords, type SystemRecords } from './system-settings';
import { createThrottleRows, placeTable, type ThrottleRows } from './throttle-rows';
import { createVersions, type Versions, versionTables } from './versions';
import { createViews, type Views, viewTable } from './views';
import { createWallDisplays, type WallDisplays, wallTable } from './wall-displays';
import { createWorkOrders, type WorkOrders, workTable } from './work-orders';

/** Everything that must survive a power cut the moment it was answered. */
export interface ConfigDatabase {
  readonly accounts: Accounts;
  readonly audit: Audit;
  readonly busCommands: SettingRecords<BusCommands>;
  readonly devices: Devices;
  readonly feeds: FeedSettings;
  readonly firstSteps: ReturnType<typeof createFirstSteps>;
  readonly fiscalReadings: FiscalReadings;
  readonly installation: Installation;
  readonly logbook: Logbook;
  readonly modbusServer: SettingRecords<ModbusServerBody>;
  readonly networkTrial: NetworkTrialRow;
  readonly plantConfig: PlantConfig;
  readonly profiles: SettingRecords<ProfileTexts>;
  readonly languages: SettingRecords<LanguageTexts>;
  readonly logo: SettingRecords<Logo>;
  readonly resetCodes: ResetCodes;
  readonly schedules: Schedules;
  readonly services: ServiceSettings;
  readonly sessions: Sessions;
  readonly settings: SystemRecords;
  readonly throttleRows: ThrottleRows;
  readonly versions: Versions;
  readonly views: Views;
  readonly wallDisplays: WallDisplays;
  readonly workOrders: WorkOrders;
  /** All of `work` or nothing of it. */
  atomically<T>(work: () => T): T;
  close(): void;
}

const noServer: ModbusServerBody = { attivo: false, porta: 1502, ammessi: [], gestore: [], terzi: [] };

/** Opens the configuration database; `:memory:` for one that ends with the process. Throws as `openDatabase`. */
export function openConfigDatabase(path: string): ConfigDatabase {
  if (path !== ':memory:') makePrivate(path);
  const db = openDatabase(path, { durable: true, migrations });
  const installation = createInstallation(db);
  return {
    accounts: createAccounts(db),
    audit: createAudit(db),
    busCommands: createSettingRecords(
      db,
      'bus-commands',
      BusCommands,
      v.parse(BusCommands, { abilitato: false }),
    ),
    devices: createDevices(db),
    feeds: createFeedSettings(db),
    firstSteps: createFirstSteps(db),
    fiscalReadings: createFiscalReadings(db),
    installation,
    logbook: createLogbook(db),
    modbusServer: createSettingRecords(db, 'modbus-server', ModbusServerBody, noServer),
    networkTrial: createNetworkTrialRow(db),
    plantConfig: createPlantConfig(db),
    profiles: createProfileTexts(db),
    languages: createLanguageTexts(db),
    logo: createSettingRecords<Logo>(db, 'logo', Logo, { immagine: '' }),
    resetCodes: createResetCodes(db),
    schedules: createSchedules(db),
    services: createServiceSettings(db),
    sessions: createSessions(db),
    settings: createSystemRecords(db, installation),
    throttleRows: createThrottleRows(db),
    versions: createVersions(db),
    views: createViews(db),
    wallDisplays: createWallDisplays(db),
    workOrders: createWorkOrders(db),
    atomically: work => db.transaction(work).immediate(),
    close: () => void db.close(),
  };
}

/** It holds hashes and secrets: readable by the datalogger alone, and with it the files SQLite puts beside it. */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`cannot use database ${path}: ${reason}`, { cause });
  }
}

export const migrations: Migrations = [
  `
  CREATE TABLE installation (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  -- Ids are never used twice: an old token can not become somebody else's.
  CREATE TABLE account (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    nome TEXT NOT NULL,
    user TEXT NOT NULL,
    user_key TEXT NOT NULL UNIQUE,
    livello TEXT NOT NULL CHECK (livello IN ('0', '1', 'cci')),
    email TEXT NOT NULL DEFAULT '',
    lingua TEXT CHECK (lingua IN ('it', 'en', 'de', 'es', 'fr')),
    password_hash TEXT NOT NULL,
    ultimo_accesso INTEGER,
    versione INTEGER NOT NULL DEFAULT 1
  ) STRICT;

  CREATE TABLE session (
    id TEXT PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
    created_s INTEGER NOT NULL,
    expires_s INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX session_of_account ON session (account_id, created_s);

  CREATE TABLE reset_code (
    account_id INTEGER PRIMARY KEY REFERENCES account ON DELETE CASCADE,
    code_hash TEXT NOT NULL,
    expires_s INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE throttle (
    key TEXT NOT NULL,
    address TEXT NOT NULL,
    failures INTEGER NOT NULL,
    blocked_until_ms INTEGER NOT NULL,
    last_failure_ms INTEGER NOT NULL,
    PRIMARY KEY (key, address)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE plant (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    fields TEXT NOT NULL,
    network TEXT,
    knx TEXT,
    dyn_dns TEXT,
    dyn_dns_password TEXT,
    has_ups INTEGER NOT NULL DEFAULT 0,
    ups TEXT,
    version INTEGER NOT NULL DEFAULT 1
  ) STRICT;

  -- Append-only: no row changes, and none of the newest 100 000 goes.
  CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at_ms INTEGER NOT NULL,
    user TEXT NOT NULL,
    address TEXT NOT NULL,
    action TEXT NOT NULL,
    object TEXT NOT NULL,
    changes TEXT NOT NULL,
    result TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER audit_never_changes BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
  CREATE TRIGGER audit_keeps_the_newest BEFORE DELETE ON audit
    WHEN OLD.id > (SELECT max(id) FROM audit) - 100000
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
  `,
  settingTable + scheduleTable,
  deviceTables,
  // Which languages there are is the contract's to say, which checks every account before it is written. The column is replaced, not the
  // table: dropping that would end the sessions and one-time codes that refer to it.
  `
  ALTER TABLE account ADD COLUMN language TEXT;
  UPDATE account SET language = lingua;
  ALTER TABLE account DROP COLUMN lingua;
  ALTER TABLE account RENAME COLUMN language TO lingua;
  `,
  shiftedColumn,
  placeTable,
  logbookTable + fiscalTable,
  viewTable,
  commandsColumn,
  upsServerColumn,
  auditChain,
  versionTables,
  suspendedColumn,
  wallTable,
  workTable,
];
