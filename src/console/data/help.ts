import type { Language } from '../../contract/languages';
import { readObject, textOrNull } from './read';
import { type Resource, resource } from './resource';

/** The sentence for a figure or a field, by its key; null where the datalogger has none. */
export type Sentences = (key: string) => string | null;

export function sentencesIn(lingua: Language, parte: 'cifre' | 'campi' = 'cifre'): Resource<Sentences> {
  return resource('GET aiuti', { query: { lingua, parte } }, readSentences);
}

function readSentences(raw: unknown): Sentences {
  const sentences = readObject(raw, 'explanations');
  return key => textOrNull(sentences[key]);
}
