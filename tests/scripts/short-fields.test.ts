import { describe, expect, test } from 'vitest';
import { shortFields } from '../../scripts/build/short-fields';

describe('short names of fields', () => {
  const code = 'device.aa("ab",{ac:1})';
  const names = shortFields([code]);

  test('a field that a type of the console declares has a name of two letters, and no other field has the same', () => {
    expect(names.get('isDoubtful')).toMatch(/^\w\w$/);
    expect(names.get('receivedMs')).toMatch(/^\w\w$/);
    expect(new Set(names.values()).size).toBe(names.size);
  });

  test('the class of an element has its name in the page', () => {
    expect(names.get('className')).toBe('class');
  });

  test('no short name is in the code already', () => {
    for (const name of ['aa', 'ab', 'ac']) expect([...names.values()]).not.toContain(name);
  });

  test.each([
    ['the wire', 'colonne'],
    ['browsers', 'textAnchor'],
    ['packages', 'defaultValue'],
    ['the keys of texts', 'deviation'],
    ['a gap of a text', 'percent'],
    ['a text that names it', 'mainBreaker'],
    ['modules that are loaded later', 'Detail'],
    ['elements of the page', 'autoComplete'],
    ['another build of the console', 'hadSession'],
  ])('what %s may know keeps its name', (_, name) => {
    expect(names.get(name)).toBeUndefined();
  });
});
