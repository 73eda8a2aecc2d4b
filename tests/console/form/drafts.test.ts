// @vitest-environment happy-dom

import { beforeEach, expect, test } from 'vitest';
import { draftKey, forgetSecrets, readDraft, writeDraft } from '../../../src/console/form/drafts';

beforeEach(() => sessionStorage.clear());

const edits = { nome: { input: 'INV 04', base: 'INV 4' }, password: { input: 's3greta', base: undefined } };

test('a draft is kept for its user and its record, and no secret is ever stored', () => {
  const key = draftKey('m.ferrara', 'config/inverters/4');
  writeDraft(key, edits);
  expect(readDraft(key)).toEqual(edits);
  expect(readDraft(draftKey('a.verdi', 'config/inverters/4'))).toEqual({});
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('s3greta');
  expect(sessionStorage.getItem(key)).toContain('INV 04');
  forgetSecrets(key);
  expect(Object.keys(readDraft(key))).toEqual(['nome']);
  writeDraft(key, {});
  expect(sessionStorage.length).toBe(0);
});

test.each(['{', 'null', '[1]', '{"nome":3}', '{"__proto__":{"input":"x"}}'])(
  'what is stored as %s is no draft',
  text => {
    const key = draftKey('m.ferrara', `config/${text}`);
    sessionStorage.setItem(key, text);
    expect(Object.values(readDraft(key)).every(edit => typeof edit.input === 'string')).toBe(true);
    expect(Object.prototype).not.toHaveProperty('input');
  },
);
