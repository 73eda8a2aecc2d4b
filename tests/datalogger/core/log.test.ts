import { expect, test } from 'vitest';
import { createLog } from '../../../src/datalogger/core/log';

test('C12: whatever strangers put into a message, it stays one line without control characters', () => {
  const lines: string[] = [];
  const log = createLog(
    line => lines.push(line),
    () => Date.UTC(2026, 10, 20, 5),
  );
  log.info('user a\n2026-11-20 admin LOGIN OK\u001b[2J\u2028x');
  log.error('failure', new Error('two\nlines'));
  expect(lines[0]).toBe(
    '2026-11-20T05:00:00.000Z info user a\\n2026-11-20 admin LOGIN OK\\u001b[2J\\u2028x\n',
  );
  for (const line of lines) expect(line.match(/[\p{Cc}\u2028\u2029]/gu)).toEqual(['\n']);
});
