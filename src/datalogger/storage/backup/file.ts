import * as v from 'valibot';
import { type Backup, BackupContent, type BackupFile } from '../../../contract/backup';
import { type ConfigKind, configSchemas } from '../../../contract/config/kinds';
import { HistoryNote } from '../../../contract/history';
import { ProblemError } from '../../api/http/handler';
import { productName } from '../../core/product';
import type { Clock } from '../../core/time/clock';
import type { KeptRecords } from '../config/versions';
import { withoutUnseen } from '../database/stored-json';
import { contentOf, Secrets, type Sources, secretsOf } from './content';
import { fingerprint, fingerprintInPieces, seal, unseal } from './sealing';
import { contentOfRecords } from './versions';

/** The content of a checked file. */
export interface Held {
  readonly content: BackupContent;
  readonly secrets: Secrets | null;
}

/** The backup file of the present configuration. */
export async function createBackup(
  deps: Sources & { readonly clock: Clock },
  passphrase?: string,
  history?: HistoryNote,
): Promise<Backup> {
  // In the order of the contract: the fingerprint is checked over the parsed content, which is in that order.
  const storia = history && v.parse(HistoryNote, history);
  const segreti = passphrase === undefined ? null : await seal(JSON.stringify(secretsOf(deps)), passphrase);
  const contenuto = await contentOf(deps, Buffer.byteLength(JSON.stringify([segreti, storia])));
  const { logbook, workOrders } = deps.config;
  const present = logbook.count() + workOrders.names().length;
  const leftOut = present - (contenuto.diario?.length ?? 0) - (contenuto.lavori?.length ?? 0);
  return {
    formato: 'meridiana-backup',
    versione: 1,
    creato: Math.floor(deps.clock.now() / 1000),
    seriale: deps.config.installation.serial,
    prodotto: productName,
    impronta: await fingerprintInPieces(...fingerprinted({ contenuto, segreti, storia })),
    contenuto,
    segreti,
    ...(leftOut > 0 ? { note_escluse: leftOut } : {}),
    ...(storia ? { storia } : {}),
  };
}

/** A version of the configuration as a file, without secrets. */
export const fileOf = (contenuto: BackupContent, createdS: number, serial: string): Backup => ({
  formato: 'meridiana-backup',
  versione: 1,
  creato: createdS,
  seriale: serial,
  prodotto: productName,
  impronta: fingerprintOf({ contenuto, segreti: null }),
  contenuto,
  segreti: null,
});

interface Fingerprinted extends Pick<BackupFile, 'contenuto' | 'segreti'> {
  readonly storia?: HistoryNote | undefined;
}

/** Fingerprint of the content. Without a history it is the same as before there were histories. */
const fingerprinted = ({ contenuto, segreti, storia }: Fingerprinted) => [
  contenuto,
  segreti,
  ...(storia ? [storia] : []),
];
const fingerprintOf = (file: Fingerprinted) => fingerprint(...fingerprinted(file));

/** Reads and checks a file; `secrets` is null where none are asked for. 422 for a file that was changed, or is not valid. */
export async function checked(file: BackupFile, passphrase: string | undefined): Promise<Held> {
  if (fingerprintOf(file) !== file.impronta)
    throw new ProblemError(422, 'invalid', 'The file is not as it was written.', { campo: 'file.impronta' });
  const content = contentOfFile(file);
  if (file.segreti === null || passphrase === undefined) return { content, secrets: null };
  const text = await unseal(file.segreti, passphrase);
  if (text === null)
    throw new ProblemError(422, 'wrong_password', 'Not the passphrase of this file.', {
      campo: 'passphrase',
    });
  const secrets = v.safeParse(Secrets, JSON.parse(text));
  if (secrets.success) return { content, secrets: secrets.output };
  throw new ProblemError(422, 'invalid', 'The secrets are not as they were written.', {
    campo: 'file.segreti',
  });
}

/** Without the fields of devices that only an earlier version had: its backups stay valid. */
function ofToday(contenuto: BackupFile['contenuto']): BackupFile['contenuto'] {
  const { dispositivi: stored, gruppo_continuita: ups } = contenuto;
  if (typeof stored !== 'object' || stored === null) return contenuto;
  const dispositivi = Object.entries(stored).map(([kind, records]) => {
    const known = isConfigKind(kind) ? ['id', ...Object.keys(configSchemas[kind].entries)] : null;
    return [kind, known && Array.isArray(records) ? records.map(record => only(known, record)) : records];
  });
  return { ...contenuto, gruppo_continuita: upsOfToday(ups), dispositivi: Object.fromEntries(dispositivi) };
}

/** `usb` and `snmp` were choices that nothing obeyed: the contacts of the box were read. */
function upsOfToday(ups: unknown): unknown {
  if (typeof ups !== 'object' || ups === null || !('interfaccia' in ups)) return ups;
  return ups.interfaccia === 'usb' || ups.interfaccia === 'snmp' ? { ...ups, interfaccia: 'contatti' } : ups;
}

const isConfigKind = (kind: string): kind is ConfigKind => Object.hasOwn(configSchemas, kind);

const only = (known: readonly string[], record: unknown) =>
  typeof record === 'object' && record !== null
    ? Object.fromEntries(Object.entries(record).filter(([name]) => known.includes(name)))
    : record;

/** 422 for a content that is not valid today, with what an earlier release wrote differently put right. */
function contentOfFile({ contenuto }: Pick<BackupFile, 'contenuto'>): BackupContent {
  const result = v.safeParse(BackupContent, withoutUnseen(ofToday(contenuto)));
  if (result.success) return result.output;
  const [issue] = result.issues;
  const campo = `file.contenuto.${v.getDotPath(issue) ?? ''}`;
  throw new ProblemError(422, 'invalid', issue.message, { campo });
}

/** The content of a version of the configuration. */
export const contentOfVersion = (records: KeptRecords): BackupContent =>
  contentOfFile({ contenuto: contentOfRecords(records) });
