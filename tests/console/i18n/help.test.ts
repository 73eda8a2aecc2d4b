import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fieldHint } from '../../../src/console/i18n/languages/it/field-hints.json';
import it from '../../../src/console/i18n/languages/it/help.json';
import { languageCodes } from '../../../src/contract/languages';
import { reportIndices } from '../../../src/contract/report-figures';

const source = join(import.meta.dirname, '../../../src/console');
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(name => /\.tsx?$/.test(name))
  .map(name => readFileSync(join(source, name), 'utf8'))
  .join('\n');
/** The words of forms, by their prefix. */
const labelled = new Map(
  readdirSync(join(source, 'i18n/languages/it')).flatMap(file =>
    Object.entries(JSON.parse(readFileSync(join(source, 'i18n/languages/it', file), 'utf8'))),
  ),
);

describe.each(languageCodes)('the sentences of help in %s', language => {
  const { help } = JSON.parse(readFileSync(join(source, `i18n/languages/${language}/help.json`), 'utf8'));

  test.each(Object.entries<string>(help))('%s: short, and whole sentences', (_, sentence) => {
    expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
    expect(sentence.length).toBeLessThanOrEqual(220);
  });
});

test('every index of a report has a sentence', () => {
  expect(Object.keys(it.help)).toEqual(expect.arrayContaining(Object.keys(reportIndices)));
});

test('every sentence belongs to a label', () => {
  // Sensors and digital signals choose theirs in calls.
  const isUsed = (key: string) =>
    key in reportIndices ||
    new RegExp(`help: (\\[.*)?'${key}'|help="${key}"|(figure|count)\\(.*'${key}'`).test(code);
  expect(Object.keys(it.help).filter(key => !isUsed(key))).toEqual([]);
});

test('every hint of a field belongs to a form and to a field of it', () => {
  const labels = (words: string): unknown => ({
    ...Object(Object(labelled.get('config')).field).label,
    ...Object(labelled.get(words)).label,
  });
  // What lists are for, which have no fields while they are empty, and the symbols of formulae.
  const { configEmpty: _lists, statistics: _symbols, ...ofForms } = fieldHint;
  for (const [words, hints] of Object.entries(ofForms)) {
    expect(code.includes(`'${words}'`), words).toBe(true);
    expect(labels(words)).toMatchObject(
      Object.fromEntries(Object.keys(hints).map(field => [field, expect.any(String)])),
    );
  }
});
