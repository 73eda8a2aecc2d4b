import { expect, test } from 'vitest';
import { shortNames } from '../../scripts/build/short-names';

test('only fields that the console alone knows get short names, and no two the same', () => {
  const names = shortNames();
  expect(names.size).toBeGreaterThan(300);
  expect(new Set(names.values()).size).toBe(names.size);
  expect(names.has('isDoubtful')).toBe(true);
  // Of the wire, of the browser, of React, of a text, of the page, of the word files, of what is kept for the next release.
  const foreign = [
    'valido',
    'potenza',
    'localStorage',
    'hourCycle',
    'className',
    'textAnchor',
    'count',
    'place',
  ];
  for (const name of [...foreign, 'earlyFile', 'forms', 'hadSession', 'input'])
    expect(names.get(name), name).toBe(undefined);
});
