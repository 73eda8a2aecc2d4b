import { beforeAll, expect, test } from 'vitest';
import { headWordsOf } from '../../../src/console/reporting/head-words';
import { comparedName, comparedSpan } from '../../../src/console/reporting/period-words';
import { figuresOf } from '../../../src/console/screens/statistics/figures';
import { epoch, exampleReport, rawReport } from '../../support/example-report';
import { speakItalian } from '../../support/words';

beforeAll(() => speakItalian(['statistics']));

const year = (period: string, dataFrom: string) => ({
  period,
  begin: `${period}-01-01T00:00:00+01:00`,
  end: `${period}-06-10T00:00:00+02:00`,
  starts: [],
  span: { inizio_dati: epoch(dataFrom) },
});
const comparedTo = (dataFrom: string) =>
  exampleReport({
    ...year('2026', '2026-01-01T00:00:00+01:00'),
    more: { confronto: rawReport(year('2025', dataFrom)) },
  });

test('a comparison period that began within says since when it has data', () => {
  expect(comparedName(comparedTo('2025-05-06T10:00:00+02:00'))).toBe('2025 dal 6 maggio');
  expect(comparedName(comparedTo('2025-01-01T07:00:00+01:00'))).toBe('2025');
  expect(comparedName(undefined)).toBe('');
});

test.each(['', '2026-06'])('what is compared with nothing has no empty scales: period "%s"', period => {
  const report = exampleReport({
    period,
    begin: '2025-05-06T00:00:00+02:00',
    end: '2026-06-10T00:00:00+02:00',
    starts: [],
    indices: { resa: 2122, resa_riferimento: 2497 },
  });
  const scales = figuresOf(report, '').map(({ scale }) => scale);
  expect([scales[1], scales[4]]).toEqual([null, null]);
});

const runningJuly = (dataFrom: string, dataTo: string) =>
  exampleReport({
    period: '2026-07',
    begin: '2026-07-01T00:00:00+02:00',
    end: '2026-08-01T00:00:00+02:00',
    starts: [],
    span: { giorni: 31, in_corso: true, inizio_dati: epoch(dataFrom), fine_dati: epoch(dataTo) },
    more: {
      confronto: rawReport({
        period: '2026-06',
        begin: '2026-06-01T00:00:00+02:00',
        end: '2026-07-01T00:00:00+02:00',
        starts: [],
      }),
    },
  });

test('while a month is running, its indices are compared with the same days, and the label says so', () => {
  const report = runningJuly('2026-07-01T00:00:00+02:00', '2026-07-08T11:00:00+02:00');
  expect(comparedSpan(report)).toBe('giugno 2026, fino a: 8 giugno');
  expect(comparedName(report)).toBe('giugno 2026');
  const atEnd = runningJuly('2026-07-01T00:00:00+02:00', '2026-07-31T11:00:00+02:00');
  expect(comparedSpan(atEnd)).toBe('giugno 2026');
});

test('the day of a running month is that of the calendar, also where the archive is younger', () => {
  const report = runningJuly('2026-07-26T09:00:00+02:00', '2026-07-26T11:00:00+02:00');
  expect(headWordsOf(report).text).toMatch(/^Giorno 26 di 31, in corso\. Dati dal 26 luglio 2026\./);
});
