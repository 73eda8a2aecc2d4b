import { useMemo } from 'react';
import { type Sentences, sentencesIn } from '../data/help';
import { useResource } from '../data/use-resource';
import { useLanguage } from '../i18n/translate';

const noSentence: Sentences = () => null;

/**
 * What the fields of a form take, by the prefix of its words. A sheet calls it as soon as it asks for its records, so that the hints are
 * there with the form and nothing moves. A datalogger that has none leaves the ranges, which the contract knows.
 */
export function useFieldHints(words: string): Sentences {
  const language = useLanguage();
  const hints = useMemo(() => sentencesIn(language, words), [language, words]);
  return useResource(hints).value ?? noSentence;
}
