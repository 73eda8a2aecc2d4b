import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { factsOfFields } from '../../../../src/contract/config/facts';
import { schemaOf } from '../../../../src/contract/config/kinds';
import { languageCodes } from '../../../../src/contract/languages';
import { cellOf, valueIn } from '../../../../src/datalogger/api/tables/cells';

const facts = factsOfFields(schemaOf('contatori')).abilitato;
const read = (cell: string) => facts && valueIn(facts, cell, ',');

test.each(languageCodes)('yes and no are read in the words of %s', code => {
  const file = `src/console/i18n/languages/${code}/config.json`;
  const { config } = JSON.parse(readFileSync(file, 'utf8'));
  expect(read(config.yes)).toBe(true);
  expect(read(config.no)).toBe(false);
});

test.each([
  ['VERO', true],
  ['Si', true],
  ['x', true],
  ['WAHR', true],
  ['1', true],
  ['0', false],
  ['FALSCH', false],
  ['maybe', 'maybe'],
])('the cell %s of a spreadsheet is %s', (cell, value) => {
  expect(read(cell)).toBe(value);
});

const serial = factsOfFields(schemaOf('contatori')).seriale;

test.each(['0012', '=A1', '1.10', '3-4', '12:30', '123456789012', '1E5', "'0012"])(
  '%s, which a spreadsheet would change, is written with an apostrophe and read as it was',
  text => {
    if (!serial) throw new Error('a meter has a serial number');
    const cell = cellOf(serial, text);
    expect(cell).toBe(`'${text}`);
    expect(valueIn(serial, String(cell), ',')).toBe(text);
  },
);

test.each(['SN-0012', "O'Neill", '12', "'quoted'"])('%s is written as it is', text => {
  if (!serial) throw new Error('a meter has a serial number');
  expect(cellOf(serial, text)).toBe(text);
  expect(valueIn(serial, text, ',')).toBe(text);
});
