import { describe, expect, test } from 'vitest';
import { shortFields } from '../../scripts/build/short-fields';

describe('short names of fields', () => {
  const code = 'const ab=device.aa;';
  const names = shortFields([code]);

  test('a field that a type of the console declares has a name of two letters, and no other field has the same', () => {
    expect(names.get('isDoubtful')).toMatch(/^\w\w$/);
    expect(names.get('receivedMs')).toMatch(/^\w\w$/);
    expect(new Set(names.values()).size).toBe(names.size);
  });

  test('no short name is in the code already', () => {
    expect([...names.values()]).not.toContain('aa');
    expect([...names.values()]).not.toContain('ab');
  });

  test.each([
    ['the wire', 'colonne'],
    ['browsers', 'className'],
    ['packages', 'defaultValue'],
    ['the keys of texts', 'deviation'],
    ['a gap of a text', 'percent'],
    ['a text that names it', 'mainBreaker'],
    ['modules that are loaded later', 'Detail'],
    ['elements of the page', 'autoComplete'],
  ])('what %s may know keeps its name', (_, name) => {
    expect(names.get(name)).toBeUndefined();
  });
});
