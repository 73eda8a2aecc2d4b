import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../../src/datalogger/storage/config/audit-entry';
import { RepeatedRefusals } from '../../../../src/datalogger/storage/config/repeated-refusals';

const refusal = (atMs: number): AuditEntry => ({
  atMs,
  user: 'anna',
  address: '192.168.1.20',
  action: 'forbidden',
  object: 'PATCH impianto',
  changes: {},
  result: 'refused',
});

/** What is written of that many refusals in an hour, once the hour is over. */
function writtenOf(count: number): readonly AuditEntry[] {
  const written: AuditEntry[] = [];
  const refusals = new RepeatedRefusals(entry => written.push(entry));
  for (let n = 0; n < count; n++) refusals.write(refusal(n));
  refusals.writeAll();
  return written;
}

test('ten refusals an hour are written one by one', () => {
  expect(writtenOf(10)).toEqual(Array.from({ length: 10 }, (_, n) => refusal(n)));
});

test('the eleventh alone is written as it is; of more the newest is, with their number', () => {
  expect(writtenOf(11).at(-1)).toEqual(refusal(10));
  expect(writtenOf(14).slice(10)).toEqual([{ ...refusal(13), changes: { volte: [null, 4] } }]);
});

test('what was counted is written when its hour is over, or when the clock was set back over it', () => {
  for (const later of [3_600_000, -3_600_000]) {
    const written: AuditEntry[] = [];
    const refusals = new RepeatedRefusals(entry => written.push(entry));
    for (let n = 0; n < 13; n++) refusals.write(refusal(n));
    refusals.write({ ...refusal(later), action: 'login' });
    expect(
      written.slice(10).map(({ action, changes }) => [action, changes]),
      `${later} ms later`,
    ).toEqual([
      ['forbidden', { volte: [null, 3] }],
      ['login', {}],
    ]);
  }
});
