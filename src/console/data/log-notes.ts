import { isObject, numberOrNull, textOrNull, timeOrNull } from './read';

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
}

/** A note without id or time is left out. */
export function readNotes(raw: unknown): readonly LogNote[] {
  return (Array.isArray(raw) ? raw.filter(isObject) : []).flatMap(json => {
    const [id, beginS] = [numberOrNull(json.id), timeOrNull(json.da)];
    const text = (name: string) => textOrNull(json[name]) ?? '';
    return id === null || beginS === null
      ? []
      : {
          ...{ id, beginS, endS: timeOrNull(json.a), name: text('nome') },
          ...{ text: text('testo'), cause: text('causa'), author: text('autore') },
        };
  });
}
