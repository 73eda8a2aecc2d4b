import * as v from 'valibot';
import { expect, test } from 'vitest';
import { checkBody } from '../../../src/console/form/check';
import { factsAt } from '../../../src/console/form/facts';
import { inputOf, wireOf } from '../../../src/console/form/inputs';
import { choiceOf } from '../../../src/console/form/words';
import { setLanguage } from '../../../src/console/i18n/translate';
import { DynDns, PlantBody } from '../../../src/contract/plant';
import { speakItalian } from '../../support/words';

const facts = (path: string, schema: v.GenericSchema = PlantBody, values?: object) => {
  const found = factsAt(schema, path, values);
  if (!found) throw new Error(`no field ${path}`);
  return found;
};

test('limits, unit and choices are those of the contract, read from its schema', () => {
  expect(facts('pr_atteso')).toMatchObject({ kind: 'number', min: 50, max: 100, unit: '%' });
  expect(facts('livello_tensione')).toMatchObject({ kind: 'choice', choices: ['BT', 'MT', 'AT'] });
  expect(facts('data_esercizio')).toMatchObject({ kind: 'date', empty: null });
  expect(facts('indirizzo')).toMatchObject({ kind: 'text', longest: 64, empty: '' });
  expect(facts('nome')).toMatchObject({ kind: 'text', longest: 64 });
  expect(facts('password', DynDns)).toMatchObject({ isSecret: true });
  expect(factsAt(PlantBody, 'nessuno')).toBeUndefined();
});

test('of a variant the fields are those of the option that is chosen', () => {
  const schema = v.strictObject({
    quando: v.variant('tipo', [
      v.strictObject({ tipo: v.literal('giorno'), ora: v.string() }),
      v.strictObject({ tipo: v.literal('sole'), scarto: v.number() }),
    ]),
  });
  expect(facts('quando.scarto', schema, { quando: { tipo: 'sole' } })).toMatchObject({ kind: 'number' });
  expect(factsAt(schema, 'quando.ora', { quando: { tipo: 'sole' } })).toBeUndefined();
});

test.each([
  ['0,5', 0.5],
  ['-0,35', -0.35],
  ['−3', -3],
  ['1 000', 1000],
  // Refused by the schema as no number, rather than taken for one: to some it is a thousand.
  ['1.000', '1.000'],
  ['0.125', 0.125],
  ['dodici', 'dodici'],
  ['1e3', '1e3'],
  ['', undefined],
])('in Italian %j is %j', async (typed, wire) => {
  await speakItalian([]);
  expect(wireOf(facts('potenza_picco'), typed)).toBe(wire);
});

test('a number is written with the decimal mark of the language and read back as it was', async () => {
  await speakItalian([]);
  for (const language of ['it', 'en'] as const) {
    await setLanguage(language);
    for (const value of [0, -0.35, 998.4, 1e6]) {
      expect(wireOf(facts('potenza_picco'), inputOf(facts('potenza_picco'), value))).toBe(value);
    }
  }
});

test('a language is called by its own name wherever it is chosen, and anything else as the screen says', async () => {
  await speakItalian(['config-account', 'config-schedules']);
  const spec = (words: string) => ({
    spec: { schema: PlantBody, words, check: () => ({ faults: new Map(), warnings: new Map() }) },
  });
  expect(choiceOf(spec('scheduleField'), 'azione.destinatari.0.lingua', 'fr')).toBe('Français');
  expect(choiceOf(spec('accountField'), 'lingua', 'de')).toBe('Deutsch');
  expect(choiceOf(spec('accountField'), 'livello', '1')).toBe('Utente');
});

test('a list of groups, such as a curve, is typed cell by cell and sent as numbers', () => {
  const schema = v.strictObject({ curva: v.array(v.strictObject({ x: v.number(), y: v.number() })) });
  const typed = JSON.stringify([
    { x: '0,9', y: 100 },
    { x: 'uno', y: '-2' },
  ]);
  expect(wireOf(facts('curva', schema), typed)).toEqual([
    { x: 0.9, y: 100 },
    { x: 'uno', y: -2 },
  ]);
});

test('faults are called as the datalogger calls them, and rules are asked once every field is possible', () => {
  const body = {
    pr_atteso: 101,
    cap: '123',
    potenza_picco: '1.000',
    tilt: undefined,
    livello_tensione: 'XX',
  };
  const { faults } = checkBody(PlantBody, body, () => [
    { campo: 'lat', codice: 'invalid', isWarning: false },
  ]);
  expect([...faults].filter(([path]) => path in body)).toMatchInlineSnapshot(`
    [
      [
        "cap",
        {
          "code": "invalid",
        },
      ],
      [
        "potenza_picco",
        {
          "code": "not_a_number",
        },
      ],
      [
        "livello_tensione",
        {
          "code": "not_allowed",
        },
      ],
      [
        "tilt",
        {
          "code": "required",
        },
      ],
      [
        "pr_atteso",
        {
          "code": "too_high",
        },
      ],
    ]
  `);
  expect(faults.has('lat') && faults.get('lat')?.code).toBe('required');
});
