import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Language, languageCodes } from '../../../src/contract/languages';

/*
 * How texts are written in each language: spaces that do not break, and one word for one thing. The words of the field are in
 * `src/contract/GLOSSARY.md`.
 */

const folder = `${process.cwd()}/src/console/i18n/languages`;

/** All texts of a language, each behind its file and key. */
function textsOf(language: Language): string[] {
  const flatten = (node: object, path: string): string[] =>
    Object.entries(node).flatMap(([key, value]) =>
      typeof value === 'string' ? [`${path}${key}: ${value}`] : flatten(value, `${path}${key}.`),
    );
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter(
      name => name === `${language}.json` || (name.startsWith(`${language}/`) && name.endsWith('.json')),
    )
    .flatMap(name => flatten(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')), `${name} `));
}

/** The part of `textsOf` behind file and key. */
const textIn = (line: string) => line.slice(line.indexOf(': ') + 2);
const wrong = (language: Language, pattern: RegExp) =>
  textsOf(language).filter(line => pattern.test(textIn(line)));

/** Words that another one of the glossary stands for, or that speak to an operator as to a friend. */
const forbidden: Readonly<Partial<Record<Language, RegExp>>> = {
  it: /\b(box stringhe|gestore di rete)\b/i,
  en: /\b(throttled|judged?|combiner(?! box))\b/i,
  de: /\b(du|dein\w*|dir|dich|schweigt|Datalogger\w*|Nachführsystem\w*|Strang|Bestrahlungsstärke)\b/,
  es: /\b(DDI|protección de interfaz)\b/i,
  fr: /(?<![\p{L}{])(tu|ton|ta|tes|toi|[Ss]trings?)(?!\p{L})/u,
};

describe.each(languageCodes)('in %s', language => {
  test('a number and its unit are never on two lines', () => {
    const units = '%|°C?|[kMG]?(Wh?|V|VA|var)|kWp?|A|Hz|kvarh?|m/s|W/m²|s|min|h|d|mm|[kMG]i?B';
    expect(wrong(language, new RegExp(`(\\d|\\}\\}) (${units})(?![\\p{L}/’'])`, 'u'))).toEqual([]);
  });

  test('each thing of the field has one word, and nobody is spoken to as a friend', () => {
    // A language without such words yet has nothing to find.
    expect(wrong(language, forbidden[language] ?? /(?!)/)).toEqual([]);
  });
});

test('in Italian no article stands before a number, which may be 8: “gli 8”, “tutti e 8”', () => {
  expect(wrong('it', /\b(i|[adns][aeu]i|gli|[adns][aeu]?gli) \{\{(count|total)\}\}/i)).toEqual([]);
});

test('in French a narrow space that does not break is before ; : ! ?, and a wide one within « »', () => {
  expect(wrong('fr', /[^\s\u202f][;!?]|[^\u202f\d/}]:(?![\d/])|[^\u00a0]»|«[^\u00a0]/)).toEqual([]);
});
