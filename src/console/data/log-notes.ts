import { isObject, numberOrNull, objectsIn, textIn, timeOrNull } from './read';
import { type Resource, resource } from './resource';

/** What somebody wrote down of a time. */
export interface LogNote {
  readonly id: number;
  readonly name: string;
  /** Epoch seconds; `endS` null: a moment, or as long as its alarm. */
  readonly beginS: number;
  readonly endS: number | null;
  readonly text: string;
  /** The cause of losses that it states; empty without one. */
  readonly cause: string;
  readonly author: string;
  /** Whether the values of its time are marked as invalid. */
  readonly isInvalid: boolean;
}

/** A note without id or time is left out. */
export function readNotes(raw: unknown): readonly LogNote[] {
  return objectsIn(raw).flatMap(json => {
    const [id, beginS] = [numberOrNull(json.id), timeOrNull(json.da)];
    const text = (name: string) => textIn(json[name]);
    return id === null || beginS === null
      ? []
      : {
          id,
          beginS,
          endS: timeOrNull(json.a),
          name: text('nome'),
          text: text('testo'),
          cause: text('causa'),
          author: text('autore'),
          isInvalid: json.invalida === true,
        };
  });
}

/** What notes are about: an alarm, a device, or (without both) the plant. */
export interface Subject {
  readonly alarm?: number;
  readonly group?: string;
  readonly device?: number;
}

const notesOf = (answer: unknown) => readNotes(isObject(answer) ? answer.note : null);

/** The notes on an alarm or a device, newest first. */
export function logNotes({ alarm, group, device }: Subject): Resource<readonly LogNote[]> {
  const query = {
    ...(alarm !== undefined && { allarme: String(alarm) }),
    ...(group !== undefined && { gruppo: group }),
    ...(device !== undefined && { dispositivo: String(device) }),
  };
  return resource('GET diario', { query: query as object }, notesOf);
}
