import type { Language } from '../../contract/languages';
import { readObject, textOrNull } from './read';
import { type Resource, resource } from './resource';

/** The sentence for a figure or a field, by its key; null where the datalogger has none. */
export type Sentences = (key: string) => string | null;

/** Of the figures, or with `modulo` of the fields of a form, by the prefix of its words. */
export function sentencesIn(lingua: Language, modulo?: string): Resource<Sentences> {
  return resource('GET aiuti', { query: { lingua, ...(modulo && { modulo }) } }, readSentences);
}

function readSentences(raw: unknown): Sentences {
  const sentences = readObject(raw, 'explanations');
  return key => textOrNull(sentences[key]);
}
