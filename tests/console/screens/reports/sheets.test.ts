import { beforeAll, expect, test } from 'vitest';
import type { Sheet } from '../../../../src/console/reporting/sheet';
import { alarmFiguresSheet, lossesSheet } from '../../../../src/console/screens/reports/sheets';
import { daysOfJune, exampleReport } from '../../../support/example-report';
import { speakItalian } from '../../../support/words';

beforeAll(() => speakItalian(['reports', 'statistics', 'alarms']));

const june = (more: object) =>
  exampleReport({
    period: '2026-06',
    begin: '2026-06-01T00:00:00+02:00',
    end: '2026-07-01T00:00:00+02:00',
    starts: daysOfJune,
    more,
  });
const rowsOf = ({ columns }: Sheet) =>
  (columns[0]?.values ?? []).map((_, row) => columns.map(({ values }) => values[row]));

test('losses are listed by cause, with their sum; a cause of a newer datalogger has its code', () => {
  const cause = [
    { causa: 'rete', fermo: 2.5, persa: 121.2 },
    { causa: 'vento', fermo: 1, persa: 10 },
  ];
  const sheet = lossesSheet(june({ perdite: { fermo: 3.5, persa: 131.2, cause, disponibilita: 99.9 } }));
  expect(rowsOf(sheet)).toEqual([
    ['Rete assente', 2.5, 121.2],
    ['vento', 1, 10],
    ['Totale', 3.5, 131.2],
  ]);
  expect(rowsOf(lossesSheet(june({})))).toEqual([]);
});

test('what was lost while inverters ran is in the list, and € where there is a price', () => {
  const rete = { causa: 'rete', fermo: 2.5, persa: 121.2 };
  const perdite = { fermo: 2.5, persa: 121.2, cause: [rete], disponibilita: 99.9 };
  const cause = [
    { causa: 'rete', persa: 121.2, valore: 12.1 },
    { causa: 'stringhe', persa: 60, valore: 6 },
  ];
  const tutte = { persa: 181.2, valore: 18.1, cause, dispositivi: [] };
  expect(rowsOf(lossesSheet(june({ perdite: { ...perdite, tutte } })))).toEqual([
    ['Rete assente', 2.5, 121.2, 12.1],
    ['Stringhe', null, 60, 6],
    ['Totale', 2.5, 181.2, 18.1],
  ]);
});

test('the figures of the alarms stand beside what ISA-18.2 asks for', () => {
  const figure_allarmi = {
    volte: 12,
    al_giorno: 0.4,
    fascia: 2,
    priorita: [8.3, 25, 66.7],
    riconoscimento: 600,
    mttr: 5400,
    mtbf: null,
    peggiori: [],
  };
  const rows = rowsOf(alarmFiguresSheet(june({ figure_allarmi })));
  expect(rows.map(([, measured]) => measured)).toEqual([
    ...['0,4', '2', '8,3\u00a0%', '25,0\u00a0%', '66,7\u00a0%', '10\u00a0min', '1\u00a0h 30\u00a0min', '—'],
  ]);
  expect(rows.map(([, , wanted]) => wanted).slice(0, 5)).toEqual([
    '≤ 144',
    '≤ 10',
    '5\u00a0%',
    '15\u00a0%',
    '80\u00a0%',
  ]);
  expect(rowsOf(alarmFiguresSheet(june({ figure_allarmi: { ...figure_allarmi, volte: 0 } })))).toEqual([]);
});
