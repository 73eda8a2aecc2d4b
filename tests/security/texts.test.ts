import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { chooseLanguage } from '../../src/console/i18n/choose-language';
import { buildEngine } from '../../src/console/i18n/engine';
import { installEngine, setLanguage, setWordSource, t, textOf } from '../../src/console/i18n/translate';
import { csvText } from '../../src/contract/csv';
import { languageCodes } from '../../src/contract/languages';
import { markupPayloads, pathPayloads } from '../support/attacks';
import { parseCsv } from '../support/csv';
import { speakItalian } from '../support/words';

afterEach(() => expect(Reflect.get({}, 'livello')).toBeUndefined());

/** Publishes these texts under these keys, as the build writes them (src/console/i18n/packed.ts). */
function giveWords(names: string, texts: readonly string[]): void {
  setWordSource({
    file: async () => ['a', '', ...texts].join('|'),
    keys: async () => ['a', names, 'x', '0'].join('|'),
  });
}

const templates = [
  '{{user}}',
  '{{- user}}',
  '$t(login.title)',
  '$t(login.needed, {"place": "x"})',
  '{{place}}',
  '%s',
];

test.each([...templates, '$&', '$1', ...markupPayloads])(
  'C07: %s is put into a text as it is',
  async place => {
    giveWords('login(title needed)user', ['secret', 'to {{place}}!', 'secret']);
    await setLanguage('it');
    expect(t('login.needed', { place })).toBe(`to ${place}!`);
    await speakItalian([]);
    expect(t('login.needed', { place })).toBe(`Accedi per vedere ${place}.`);
  },
);

test.each(['__proto__', 'constructor', 'toString', 'login', '../login', 'login.title', ''])(
  'C07, C10: a code %j from the wire finds no text that is not its own',
  async code => {
    await speakItalian([]);
    expect(textOf('login', code)).toBeNull();
    expect(textOf(code)).toBeNull();
  },
);

test('C10: keys of the prototype in a language file pollute nothing', async () => {
  giveWords('__proto__(livello)constructor(prototype(livello))login(title)', ['0', '0', 'x']);
  await setLanguage('it');
  installEngine(buildEngine);
  expect(t('login.title')).toBe('x');
});

test.each([...pathPayloads, '../../api/account', 'IT', 'xx', '__proto__'])(
  'C03: a stored language %s becomes no part of a request',
  stored => expect(chooseLanguage(languageCodes, stored, ['de-CH'])).toBe('de'),
);

test('C08: whatever is in a cell is read back, and nothing in it is a formula', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('=1+1', '+1', '-1', '@x', '\tx', '=HYPERLINK("http://evil.example";"x")', 'a;b', '"'),
  );
  const table = fc.array(
    fc.array(
      cell.map(text => text.replaceAll('\r\n', '\n')),
      { minLength: 1, maxLength: 4 },
    ),
    {
      minLength: 1,
    },
  );
  fc.assert(
    fc.property(table, rows => {
      const read = parseCsv(csvText(rows, ','));
      const expected = rows.map(row => row.map(text => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)));
      expect(read).toEqual(expected);
    }),
    { numRuns: 500, seed: 1 },
  );
});
