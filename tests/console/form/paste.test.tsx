import { expect, test } from 'vitest';
import { pastedAt } from '../../../src/console/form/RowsField';
import { factsOf } from '../../../src/contract/config/facts';
import { PlantBody } from '../../../src/contract/plant';

const cells = factsOf(PlantBody).fields.budget?.item?.fields ?? {};
const place = { index: 0, name: 'mese', longest: 12 };

test('a part of a spreadsheet fills the cells from the one where it is pasted, with new rows, and no further than the list is long', () => {
  const text = '1\t81.547,5\t75023\t98\t82\t98\r\n2\t105,105.25\t96697\t126\t82\t98\r\n';
  const rows = pastedAt([], cells, place, text);
  expect(rows).toEqual([
    { mese: '1', p50: '81547,5', p90: '75023', irraggiamento: '98', pr: '82', disponibilita: '98' },
    { mese: '2', p50: '105105.25', p90: '96697', irraggiamento: '126', pr: '82', disponibilita: '98' },
  ]);
  // A column of its own, in the middle; cells beyond the last column are left out.
  const better = pastedAt(rows, cells, { index: 1, name: 'disponibilita', longest: 3 }, '99\tx\n97\n96');
  expect(better.map(({ disponibilita }) => disponibilita)).toEqual(['98', '99', '97']);
  expect(better[2]?.mese).toBe('');
});
