import { useMemo } from 'react';
import { type Sentences, sentencesIn } from '../data/help';
import { useResource } from '../data/use-resource';
import { useLanguage } from '../i18n/translate';

const noSentence: Sentences = () => null;

/**
 * What the fields of forms take. A sheet calls it as soon as it asks for its records, so that the hints are there with the form and nothing
 * moves; a datalogger that has none leaves the ranges, which the contract knows.
 */
export function useFieldHints(): Sentences {
  const language = useLanguage();
  const hints = useMemo(() => sentencesIn(language, 'campi'), [language]);
  return useResource(hints).value ?? noSentence;
}
