// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { offeredLanguages, showLanguage } from '../../../src/console/app/language';
import { wordsAddress } from '../../../src/console/browser/added-languages';
import { formatNumber } from '../../../src/console/i18n/format';
import { shownLanguage } from '../../../src/console/i18n/translate';
import { speakItalian } from '../../support/words';

afterEach(() => localStorage.clear());

const portuguese = { codice: 'pt-BR', nome: 'Português', formati: 'pt-BR', ripiego: 'es', primo_giorno: '1' };
const keep = (...languages: readonly unknown[]) =>
  localStorage.setItem('added-languages', JSON.stringify(languages));
const codes = () => offeredLanguages().map(({ code }) => code);

test('a language whose numbers are written by its own tag is offered, and its words come from the datalogger', async () => {
  keep(portuguese);
  await speakItalian([]);
  expect(codes()).toEqual(['it', 'en', 'de', 'es', 'fr', 'pt-BR']);
  await showLanguage('pt-BR');
  expect(shownLanguage()).toMatchObject({ code: 'pt-BR', locale: 'pt-BR', base: 'es' });
  expect(formatNumber(12_345.6, 1)).toBe('12.345,6');
  expect([wordsAddress('pt-BR'), wordsAddress('pt-BR/home'), wordsAddress('de/home')]).toEqual([
    '/api/lingue/pt-BR/base',
    '/api/lingue/pt-BR/home',
    '/assets/i18n/de/home.json',
  ]);
});

test.each(['no JSON', '{"a": 1}', 'null', '[null, 7, {"codice": "pt"}, {"codice": "x_y", "formati": "pt"}]'])(
  'what somebody else has stored in the browser, %s, stops nothing',
  async text => {
    localStorage.setItem('added-languages', text);
    localStorage.setItem('formats', 'x_y');
    await speakItalian([]);
    expect(codes()).toEqual(['it', 'en', 'de', 'es', 'fr']);
    await showLanguage('it');
    expect(formatNumber(12_345.6, 1)).toBe('12.345,6');
    await showLanguage('../../api/account');
    expect(shownLanguage().code).toBe('it');
  },
);
