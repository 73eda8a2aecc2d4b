import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next from 'i18next';
import * as valibot from 'valibot';
import { expect, test } from 'vitest';
import { type Cut, trimmed } from '../../scripts/build/trim';
import { unusedOfI18next } from '../../scripts/build/trim-i18next';
import { unusedOfValibot } from '../../scripts/build/trim-valibot';

/** A package as it is published with the console, and how many bytes of it are cut. */
async function published(name: string, cuts: readonly Cut[]) {
  const file = new URL(
    import.meta
      .resolve(name)
      .replace('/cjs/', '/esm/')
      .replace(/\.cjs$/, '.mjs'),
  );
  const whole = readFileSync(file, 'utf8');
  const code = trimmed(whole, cuts);
  const module = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return { module, cutBytes: whole.length - code.length };
}

const words = {
  login: { needed: 'Per {{place}} serve il login.', again: 'Riprova tra {{count}} s.' },
  days_one: '{{count}} giorno',
  days_many: '{{count}} di giorni',
  days_other: '{{count}} giorni',
};
const setUp = {
  interpolation: { escapeValue: false },
  initAsync: false,
  parseMissingKeyHandler: () => '',
  returnedObjectHandler: () => '',
};
const keys = ['login.needed', 'login.again', 'days', 'login', 'missing.key'];

test('i18next as it is published says the same as i18next', async () => {
  const { module, cutBytes } = await published('i18next', unusedOfI18next);
  expect(cutBytes).toBeGreaterThan(30_000);
  const said = (engine: typeof i18next) => {
    const i18n = engine.createInstance({
      lng: 'it',
      resources: { it: { translation: words } },
      ...setUp,
    });
    i18n.init();
    return keys.flatMap(key =>
      [0, 1, 2, 1_000_000].map(count => i18n.t(key, { count, place: '{{user}} $t(days)' })),
    );
  };
  expect(said(module.default)).toEqual(said(i18next));
  expect(said(i18next)[0]).toContain('{{user}}');
});

const languages = new URL('../../src/console/i18n/languages/', import.meta.url).pathname;
const flat = (words: object, prefix = ''): [key: string, text: string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  );

// French has a plural of millions, and counts 0 as one.
test.each(['it', 'fr'])('every text of the console is the same with both, in %s', async language => {
  const { module } = await published('i18next', unusedOfI18next);
  const files = [
    `${language}.json`,
    ...readdirSync(join(languages, language)).map(name => `${language}/${name}`),
  ];
  const words = Object.assign(
    {},
    ...files.map(file => JSON.parse(readFileSync(join(languages, file), 'utf8'))),
  );
  const texts = flat(words);
  const names = new Set(
    texts.flatMap(([, text]) => Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, name]) => name)),
  );
  const values = Object.fromEntries([...names].map(name => [name, `<${name}> $t(menu) {{user}}`]));
  const said = (engine: typeof i18next) => {
    const i18n = engine.createInstance({
      lng: language,
      resources: { [language]: { translation: words } },
      ...setUp,
    });
    i18n.init();
    return texts.flatMap(([key]) =>
      [1, 2].map(count => i18n.t(key.replace(/_\w+$/, ''), { ...values, count })),
    );
  };
  const ours = said(module.default);
  expect(ours.filter(text => text !== '').length).toBeGreaterThan(2_000);
  expect(ours).toEqual(said(i18next));
});

/** What valibot finds in records of every kind, as the forms read it. */
function found(v: typeof valibot): unknown {
  const address = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(8));
  const record = v.strictObject({
    name: address,
    email: v.union([v.literal(''), v.pipe(v.string(), v.email())]),
    power: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9), v.metadata({ unit: 'kW' })),
    level: v.optional(v.nullable(v.pipe(v.number(), v.gtValue(0))), 3),
    kind: v.picklist(['a', 'b']),
    list: v.array(v.pipe(v.string(), v.regex(/^\d+$/))),
    since: v.pipe(v.string(), v.isoDate()),
    is: v.boolean(),
    of: v.variant('type', [
      v.strictObject({ type: v.literal(1), one: v.string() }),
      v.strictObject({ type: v.literal(2), two: v.pipe(v.string(), v.ipv4()) }),
    ]),
  });
  const good = {
    ...{ name: ' a ', email: '', power: 4, kind: 'a', list: ['1'], since: '2026-06-10', is: true },
    of: { type: 2, two: '10.0.0.1' },
  };
  const bad = [
    { ...good, name: '', email: 'x', power: 4.5, level: 0, kind: 'c', list: ['1', 'x'] },
    { ...good, name: 'far too long', power: 10, since: 'today', is: 1, of: { type: 2, two: 'x' } },
    { ...good, power: 0, list: 'x', of: { type: 3 }, more: 1 },
    { ...good, name: undefined, kind: undefined, of: null },
    null,
  ];
  return [good, ...bad].map(each => {
    const { success, output, issues } = v.safeParse(record, each);
    return [
      success,
      output,
      issues?.map(issue => [issue.type, issue.input, issue.requirement, v.getDotPath(issue)]),
    ];
  });
}

test('valibot as it is published finds the same problems as valibot', async () => {
  const { module, cutBytes } = await published('valibot', unusedOfValibot);
  expect(cutBytes).toBeGreaterThan(20_000);
  expect(found(module)).toEqual(found(valibot));
});
