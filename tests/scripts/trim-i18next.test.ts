import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { trimmedI18next } from '../../scripts/build/trim-i18next';

const words = {
  login: { needed: 'Per {{place}} serve il login.', again: 'Riprova tra {{count}} s.' },
  days_one: '{{count}} giorno',
  days_many: '{{count}} di giorni',
  days_other: '{{count}} giorni',
};
const keys = ['login.needed', 'login.again', 'days', 'login', 'missing.key'];

test('i18next as it is published says the same as i18next', async () => {
  const whole = readFileSync(new URL(import.meta.resolve('i18next').replace('/cjs/', '/esm/')), 'utf8');
  const trimmed = trimmedI18next(whole);
  expect(trimmed.length).toBeLessThan(whole.length - 10_000);
  const published: { default: typeof i18next } = await import(
    `data:text/javascript,${encodeURIComponent(trimmed)}`
  );
  const said = (engine: typeof i18next) => {
    const i18n = engine.createInstance({
      lng: 'it',
      resources: { it: { translation: words } },
      interpolation: { escapeValue: false },
      initAsync: false,
    });
    i18n.init();
    return keys.flatMap(key =>
      [0, 1, 2, 1_000_000].map(count => i18n.t(key, { count, place: '{{user}} $t(days)' })),
    );
  };
  expect(said(published.default)).toEqual(said(i18next));
  expect(said(i18next)[0]).toContain('{{user}}');
});
