import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Dictionary, unpack } from '../../../../src/console/i18n/packed';
import type { LanguageCheck } from '../../../../src/contract/added-languages';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { type LanguageFile, portuguese } from '../../../support/example-language';
import { publishedWords } from '../../../support/published-words';

let datalogger: TestDatalogger;
let token: string;
beforeEach(async () => {
  datalogger = await startDatalogger();
  token = datalogger.login('admin');
});
afterEach(() => datalogger.close());

const get = (path: string) => datalogger.request(`/api/${path}`, { token });
const post = (path: string, file: LanguageFile, more: object = {}) =>
  datalogger.request(`/api/${path}`, {
    method: 'POST',
    token,
    json: { testo: JSON.stringify(file), ...more },
  });
const withWords = (parole: LanguageFile['parole'], more: Partial<LanguageFile> = {}): LanguageFile => ({
  ...portuguese,
  ...more,
  parole,
});
async function checkOf(file: LanguageFile): Promise<LanguageCheck> {
  const answer = await post('lingue/esame', file);
  expect(answer.status).toBe(200);
  return answer.json();
}
const placesOf = ({ errori }: LanguageCheck) =>
  errori.map(({ parte, chiave }) => `${parte} ${chiave}`.trim());

/** The words of a bundle as the console reads them, without a login. */
async function wordsOf(code: string, bundle: string): Promise<Dictionary> {
  const answer = await datalogger.request(`/api/lingue/${code}/${bundle}`);
  expect(answer.status).toBe(200);
  return unpack(JSON.parse(publishedWords.keys.get(bundle) ?? ''), await answer.json());
}

test('a language that is added is offered before the login, has its words and the English ones, and is counted', async () => {
  const kept = await (await post('lingue', portuguese)).json();
  expect(kept).toMatchObject({ codice: 'pt', nome: 'Português', ripiego: 'en', tradotti: 9 });
  expect(kept.totale).toBeGreaterThan(2000);
  expect(kept.totale_datalogger).toBeGreaterThan(300);

  const { lingue } = await (await datalogger.request('/api/auth/primo_avvio')).json();
  expect(lingue).toMatchObject([{ codice: 'pt', formati: 'pt-PT', primo_giorno: '1' }]);
  expect(lingue[0].modulo).toEqual(expect.arrayContaining(['Entrar', 'Palavra-passe']));

  const base = await wordsOf('pt', 'base');
  expect(base).toMatchObject({ first: { signIn: 'Entrar' }, login: { title: 'Início de sessão' } });
  const english = unpack(
    JSON.parse(publishedWords.keys.get('base') ?? ''),
    JSON.parse(publishedWords.files.get('en') ?? ''),
  );
  expect(Object.keys(base)).toEqual(Object.keys(english));
  expect(Object(base.login).hide).toBe(Object(english.login).hide);
  expect(await wordsOf('pt', 'home')).toMatchObject({ shell: { logOut: 'Sair', close: 'Close' } });
  expect((await get('lingue/pt/nothing')).status).toBe(404);
  expect((await get('lingue/de/base')).status).toBe(404);
});

test('every text of every bundle is published as it is given, whatever the plural forms of the language', async () => {
  const template: LanguageFile = JSON.parse(await (await get('lingue/en')).text());
  const marked = (node: object): object =>
    Object.fromEntries(
      Object.entries(node).flatMap(([key, value]): (readonly [string, unknown])[] => {
        if (typeof value !== 'string') return [[key, marked(value)]];
        const [, stem, form] = /^(.*)_(one|other)$/.exec(key) ?? [];
        if (stem === undefined) return [[key, `pl ${value}`]];
        if (form === 'one') return [[key, `pl one ${value}`]];
        return ['few', 'many', 'other'].map(each => [`${stem}_${each}`, `pl ${each} ${value}`]);
      }),
    );
  const parole = Object.fromEntries(
    Object.entries(template.parole).map(([part, words]) => [part, marked(words)]),
  );
  const polish = withWords(parole, { codice: 'pl', nome: 'Polski', formati: 'pl-PL' });
  const kept = await (await post('lingue', polish)).json();
  expect(kept).toMatchObject({ tradotti: kept.totale, tradotti_datalogger: kept.totale_datalogger });

  for (const bundle of publishedWords.keys.keys()) {
    const english = unpack(
      JSON.parse(publishedWords.keys.get(bundle) ?? ''),
      JSON.parse(publishedWords.files.get(bundle === 'base' ? 'en' : `en/${bundle}`) ?? ''),
    );
    const isTranslated = (own: Dictionary, model: Dictionary): boolean =>
      Object.entries(model).every(([key, text]) => {
        const found = own[key];
        if (typeof text !== 'string') return typeof found === 'object' && isTranslated(found, text);
        return found === text || String(found).startsWith('pl ');
      });
    expect(isTranslated(await wordsOf('pl', bundle), english), bundle).toBe(true);
  }
});

test.each<[string, Partial<LanguageFile>, string]>([
  ['an unknown part', { parole: { nowhere: { a: 'b' } } }, 'nowhere'],
  ['an unknown text', { parole: { base: { menu: { nothing: 'x' } } } }, 'base menu.nothing'],
  ['a text of another part', { parole: { shell: { login: { title: 'x' } } } }, 'shell login.title'],
  ['markup', { parole: { base: { menu: { home: '<b>Início</b>' } } } }, 'base menu.home'],
  [
    'G24: an address',
    { parole: { base: { login: { title: 'Veja https://x.example' } } } },
    'base login.title',
  ],
  ['half a character', { parole: { base: { menu: { home: 'a\ud800' } } } }, 'base menu.home'],
  ['what has no width', { parole: { base: { menu: { home: 'a\u200bb' } } } }, 'base menu.home'],
  ['a text of another text', { parole: { base: { menu: { home: '$t(login.title)' } } } }, 'base menu.home'],
  ['what stands between texts', { parole: { base: { menu: { home: 'a|b' } } } }, 'base menu.home'],
  ['an unknown gap', { parole: { base: { menu: { home: '{{name}}' } } } }, 'base menu.home'],
  ['a missing gap', { parole: { base: { login: { needed: 'Entre.' } } } }, 'base login.needed'],
  ['half a gap', { parole: { base: { menu: { home: '{{' } } } }, 'base menu.home'],
  ['a number', { parole: { base: { menu: { home: 7 } } } }, 'base menu.home'],
  [
    'a plural without all forms',
    { parole: { base: { common: { days_one: 'um dia' } } } },
    'base common.days_one',
  ],
  ['a language of the program', { codice: 'de' }, 'codice'],
  ['a language that nobody knows', { codice: 'zzz' }, 'codice'],
  ['a path', { codice: '../x' }, 'codice'],
  ['formats with other digits', { formati: 'ar-EG' }, 'formati'],
  ['formats that nobody knows', { formati: 'zz-ZZ' }, 'formati'],
  ['a language for what is missing that is not there', { ripiego: 'pl' }, 'ripiego'],
  ['another field', Object.fromEntries([['livello', '0']]), 'livello'],
])('%s is refused with its place', async (_, change, place) => {
  const file = { ...portuguese, ...change };
  const check = await checkOf(file);
  expect([check.lingua, placesOf(check)]).toEqual([null, [place]]);
  expect(check.errori[0]?.motivo).toMatch(/\.$/);
  const refused = await post('lingue', file);
  expect([refused.status, (await refused.json()).campo]).toEqual([422, 'testo']);
  expect(await (await get('lingue')).json()).toEqual({ lingue: [] });
});

test('a file that is no JSON, or too large, is refused; a long text is only a warning, in the language that is asked for', async () => {
  const json = { testo: '{', lingua: 'de' };
  const check = await (await datalogger.request('/api/lingue/esame', { method: 'POST', token, json })).json();
  expect(check.errori).toEqual([{ parte: '', chiave: '', motivo: 'Das ist keine Sprachdatei (JSON).' }]);
  const large = await checkOf(withWords({ base: { menu: { home: 'x'.repeat(300_000) } } }));
  expect(large.errori[0]?.motivo).toMatch(/300\skB/);
  const long = await checkOf(withWords({ base: { menu: { home: 'Início '.repeat(9) } } }));
  expect(long).toMatchObject({ lingua: { tradotti: 1 }, errori: [], avvisi: [{ chiave: 'menu.home' }] });
});

test('a blank text is missing; the file comes back as it was, is in a backup, and goes with its language', async () => {
  const file = withWords({ base: { menu: { home: ' ', inverters: 'Inversores' } } });
  expect(await (await post('lingue', file)).json()).toMatchObject({ tradotti: 1 });
  expect(JSON.parse(await (await get('lingue/pt')).text())).toEqual(file);
  const backup = await datalogger.request('/api/sistema/backup', { method: 'POST', token, json: {} });
  expect(Object.keys((await backup.json()).contenuto.lingue)).toEqual(['pt']);

  const remove = (code: string) => datalogger.request(`/api/lingue/${code}`, { method: 'DELETE', token });
  expect((await remove('en')).status).toBe(404);
  expect((await remove('pt')).status).toBe(204);
  expect((await get('lingue/pt/base')).status).toBe(404);
  expect(await (await get('auth/primo_avvio')).json()).toEqual({ necessario: false });
});

test('at most three languages are kept; one is replaced by a file with its code', async () => {
  for (const codice of ['pt', 'pl', 'nl'])
    expect((await post('lingue', { ...portuguese, codice })).status).toBe(200);
  expect((await post('lingue', { ...portuguese, codice: 'sv' })).status).toBe(409);
  expect((await post('lingue', { ...portuguese, nome: 'Português (Brasil)' })).status).toBe(200);
  const { lingue } = await (await get('lingue')).json();
  expect(lingue.map(({ nome }: { nome: string }) => nome)).toContain('Português (Brasil)');
});

test('G24: a file that is nested thousands of times, or has a key of 200,000 characters, is refused in a short answer', async () => {
  const fileWith = (words: string) =>
    JSON.stringify(withWords({})).replace('"parole":{}', `"parole":{"base":${words}}`);
  const answerTo = async (testo: string) => {
    const answer = await datalogger.request('/api/lingue/esame', { method: 'POST', token, json: { testo } });
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text.length, 'bytes of the answer').toBeLessThan(20_000);
    return JSON.parse(text);
  };
  const many = Array.from({ length: 20_000 }, (_, at) => `"k${at}":"x"`).join(',');
  for (const inner of ['"x"', `{${many}}`]) {
    const deep = fileWith(`${'{"a":'.repeat(5000)}${inner}${'}'.repeat(5000)}`);
    expect(await answerTo(deep)).toMatchObject({ lingua: null, errori: [{ parte: 'base' }] });
  }
  const long = fileWith(`{"${'p'.repeat(200_000)}":{${many.slice(0, many.indexOf(',"k60"'))}}}`);
  expect((await answerTo(long)).errori).toHaveLength(50);
});
