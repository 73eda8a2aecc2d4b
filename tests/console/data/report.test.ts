import { expect, test } from 'vitest';
import { readReport } from '../../../src/console/data/report';
import { daysOfJune, rawReport } from '../../support/example-report';

const june = (d: string) =>
  rawReport({
    period: d,
    begin: '2026-06-01T00:00:00+02:00',
    end: '2026-07-01T00:00:00+02:00',
    starts: daysOfJune,
  });

test.each(['2026-13', '2026-02-30', '<b>', '2026-6'])(
  'a report of %s, which is no period of a calendar, is refused',
  d => {
    expect(() => readReport(june(d))).toThrow();
  },
);

test.each(['2026-06', '2026-06-10', '2026', ''])('a report of the period "%s" is read', d => {
  expect(readReport(june(d)).period).toBe(d);
});
