import {
  type BackupContent,
  type KeptNote,
  type KeptReading,
  mostNoteBytes,
  type RestorePlan,
} from '../../../contract/backup';
import type { AlarmKeeping } from '../../alarms/alarm-keeping';
import { pauses } from '../../core/pieces';
import type { ConfigDatabase } from '../config/config-database';
import type { FiscalReading } from '../config/fiscal-readings';
import { entryOf } from '../config/log-entry';
import type { LogNote } from '../config/logbook';
import type { WorkName } from '../config/work-orders';
import { missingWork } from './kept-work';
import { newestThatFit, type Room } from './newest-that-fit';

/*
 * What is in a backup beside the configuration, because nothing else holds it: the notes of people and the frozen readings of
 * fiscal meters. A restore adds what is not there. It removes nothing, and what is frozen stays as it is.
 */

interface Kept {
  readonly diario: KeptNote[];
  readonly letture_fiscali: KeptReading[];
}

type Databases = Pick<ConfigDatabase, 'logbook' | 'fiscalReadings'>;
/** Of a file; an earlier version wrote neither. */
type Records = Pick<BackupContent, 'diario' | 'letture_fiscali'>;
type Alarms = Pick<AlarmKeeping, 'find'>;

/** The newest notes that have room. */
export const newestNotes = ({ logbook }: Pick<Databases, 'logbook'>, room: Room) =>
  newestThatFit(logbook.before, keptNote, mostNoteBytes, room);

export const keptReadings = ({ fiscalReadings }: Pick<Databases, 'fiscalReadings'>): KeptReading[] =>
  fiscalReadings.between(0, Number.MAX_SAFE_INTEGER).map(keptReading);

const notesAtOnce = 200;

/** The notes of a content that are present, also those for which a file has no room, with pauses. */
export async function presentNotes({ logbook }: Pick<Databases, 'logbook'>, content: BackupContent) {
  const asked = new Set(content.diario?.map(identity));
  const present: KeptNote[] = [];
  const pause = pauses();
  for (let last = Number.MAX_SAFE_INTEGER; asked.size > 0; ) {
    const piece = logbook.before(last, notesAtOnce);
    present.push(...piece.map(keptNote).filter(note => asked.has(identity(note))));
    if (piece.length < notesAtOnce) break;
    last = piece.at(-1)?.id ?? 0;
    await pause();
  }
  return present;
}

/** Adds the records of a backup that are not there, of notes those that are not `present`. They keep their order, which says what cause counts. */
export function restoreRecords(
  databases: Databases,
  alarms: Alarms,
  content: BackupContent,
  present: readonly KeptNote[],
): void {
  const { logbook, fiscalReadings } = databases;
  const before = { diario: [...present], letture_fiscali: keptReadings(databases) };
  const missing = missingRecords(before, content);
  for (const note of missing.diario) logbook.add(noteOf(note, alarms));
  for (const reading of missing.letture_fiscali) fiscalReadings.freeze(readingOf(reading));
}

/** What a restore would add, one line each; `work` are the present orders. */
export function recordDifferences(
  before: BackupContent,
  after: BackupContent,
  work: readonly Omit<WorkName, 'id'>[] = before.lavori ?? [],
): RestorePlan['differenze'] {
  const { diario, letture_fiscali } = missingRecords(before, after);
  return [
    ...missingWork(work, after).map(({ titolo, creato }, index) => ({
      oggetto: `lavori/${index + 1}`,
      campo: isoDate(creato),
      vecchio: null,
      nuovo: titolo,
    })),
    ...diario.map(({ da, testo }, index) => ({
      oggetto: `diario/${index + 1}`,
      campo: isoDate(da),
      vecchio: null,
      nuovo: testo,
    })),
    ...letture_fiscali.map(({ contatore, mese, immessa }) => ({
      oggetto: `report/contatori/${contatore}`,
      campo: isoDate(mese),
      vecchio: null,
      nuovo: immessa,
    })),
  ];
}

const isoDate = (epochS: number) => new Date(epochS * 1000).toISOString().slice(0, 10);

function missingRecords(before: Records, after: Records): Kept {
  const notes = new Set(before.diario?.map(identity));
  const readings = new Set(before.letture_fiscali?.map(monthOf));
  return {
    diario: after.diario?.filter(note => !notes.has(identity(note))) ?? [],
    letture_fiscali: after.letture_fiscali?.filter(reading => !readings.has(monthOf(reading))) ?? [],
  };
}

/** A note that was restored may have lost its alarm: it is the same note all the same. */
const identity = ({ gruppo, dispositivo, da, testo, autore, scritta }: KeptNote) =>
  JSON.stringify([gruppo, dispositivo, da, testo, autore, scritta]);
const monthOf = ({ contatore, mese }: KeptReading) => `${mese} ${contatore}`;

function keptNote(note: LogNote): KeptNote {
  const { id: _, ...kept } = entryOf(note);
  return kept;
}

/**
 * The ids of alarms are a device's own: a note keeps its alarm only where that is about the same device. Otherwise the time of its cause is
 * not known any more.
 */
function noteOf(note: KeptNote, alarms: Alarms): Omit<LogNote, 'id'> {
  const { gruppo: group, dispositivo: device, nome: name, da: begin, a: end } = note;
  const subject = note.allarme === null ? null : (alarms.find(note.allarme)?.subject ?? null);
  const alarm =
    subject !== null && subject.group === group && subject.device === device ? note.allarme : null;
  const cause = alarm === null && end === null ? null : note.causa;
  const { testo: text, autore: author, scritta: writtenS } = note;
  return { group, device, name, alarm, begin, end, text, cause, author, writtenS };
}

const keptReading = (reading: FiscalReading): KeptReading => ({
  contatore: reading.meter,
  mese: reading.month,
  presa: reading.takenS,
  immessa: reading.exported,
  prelevata: reading.imported,
  reattiva: [...reading.reactive],
  seriale: reading.identity?.serial ?? '',
  pod: reading.identity?.pod ?? '',
  rapporto: reading.identity?.ratio ?? null,
});

const readingOf = (kept: KeptReading): FiscalReading => ({
  meter: kept.contatore,
  month: kept.mese,
  takenS: kept.presa,
  exported: kept.immessa,
  imported: kept.prelevata,
  reactive: kept.reattiva,
  identity: kept.rapporto === null ? null : { serial: kept.seriale, pod: kept.pod, ratio: kept.rapporto },
});
