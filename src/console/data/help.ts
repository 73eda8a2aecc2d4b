import type { Language } from '../../contract/languages';
import { readObject, textOrNull } from './read';
import { type Resource, resource } from './resource';

/** The sentence for a figure, by its key; null where the datalogger has none. */
export type Sentences = (key: string) => string | null;

export function sentencesIn(lingua: Language): Resource<Sentences> {
  return resource('GET aiuti', { query: { lingua } }, readSentences);
}

function readSentences(raw: unknown): Sentences {
  const sentences = readObject(raw, 'explanations');
  return key => textOrNull(sentences[key]);
}
