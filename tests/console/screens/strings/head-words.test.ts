import { beforeAll, describe, expect, test } from 'vitest';
import { headWords } from '../../../../src/console/screens/strings/head-words';
import { inverterStates } from '../../../../src/contract/codes';
import { speakItalian } from '../../../support/words';
import { exampleStrings } from './example-strings';

beforeAll(() => speakItalian(['devices', 'strings']));

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
function say(...example: Parameters<typeof exampleStrings>): readonly [title: string, text: string] {
  const { title, text } = headWords(exampleStrings(...example));
  return [title, plain(text)];
}

const box = (first: number, kind: 'warning' | 'silent' | 'unknown') =>
  Object.fromEntries(Array.from({ length: 4 }, (_, input) => [first + input, kind]));
const median = 'Mediana 10,00 A, soglia −5 %.';

describe('strings', () => {
  test('that are all well are said to be', () => {
    expect(say(2, 2, 4)).toEqual(['Tutte le 16 stringhe in linea con la mediana', median]);
  });

  test('that are not are counted, the gravest first', () => {
    const [title] = say(2, 2, 4, { 1: 'reverse', 2: 'open', 9: 'poor', 10: 'severe' });
    expect(title).toBe('1 stringa con corrente inversa, 1 stringa senza corrente, 2 sotto la soglia');
    expect(say(2, 2, 4, { 3: 'warning' })[0]).toBe('1 stringa su 16 sotto la soglia');
  });

  test('of a whole box a little below are probably dirty', () => {
    expect(say(1, 3, 4, box(5, 'warning'))[1]).toBe(
      `${median} QS 1.2 è sotto la mediana su quasi tutte le stringhe: probabile sporcamento o ombra.`,
    );
  });

  test('in the dark are not judged, and it is said how much light is missing', () => {
    const dark = { ...box(1, 'unknown'), ...box(5, 'unknown') };
    const night = { light: 35, inverters: { 1: inverterStates.sleeping } };
    expect(say(1, 2, 4, dark, night)).toEqual([
      'Troppa poca luce per valutare le stringhe',
      'Irraggiamento 35 W/m²: per confrontarle ne servono 200 W/m².',
    ]);
  });

  test('of an inverter that stands still, or is silent, are counted apart', () => {
    const kinds = { ...box(1, 'unknown'), ...box(5, 'silent') };
    const [title, text] = say(3, 1, 4, kinds, { inverters: { 1: inverterStates.fault } });
    expect(title).toBe('Tutte le 4 stringhe in linea con la mediana');
    expect(text).toContain('4 stringhe non valutate, inverter fermo: INV 1.');
    expect(text).toContain('4 stringhe non comunicano: INV 2.');
  });

  test('that are all silent are unknown; without strings it says that there are none', () => {
    expect(say(1, 1, 4, box(1, 'silent'))[0]).toBe('Stato non noto');
    expect(say(0, 0, 0)[0]).toBe('Nessuna stringa configurata');
  });
});

test('a string is recognised by its name, a silent one keeps what it said last and has no deviation', () => {
  const { devices, owners, t } = exampleStrings(2, 2, 4, { 2: 'poor', 6: 'silent' });
  expect(owners.flatMap(({ boxes }) => boxes.map(({ name }) => name))).toEqual([
    'QS 1.1',
    'QS 1.2',
    'QS 2.1',
    'QS 2.2',
  ]);
  expect(devices[1]).toMatchObject({ name: 'QS 1.1 S2', kind: 'poor', ampere: 8 });
  expect(devices[1]?.deviation).toBeCloseTo(-20);
  expect(devices[5]).toMatchObject({ kind: 'silent', ampere: 9.9, deviation: null, isSilent: true });
  expect(t).toBe(1_781_091_720);
});
