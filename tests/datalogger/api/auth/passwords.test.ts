import { expect, test } from 'vitest';
import {
  createPasswords,
  defaultCost,
  isCommonPassword,
} from '../../../../src/datalogger/api/auth/passwords';

test('the cost is one of the sets that OWASP holds equivalent, and is stored with the hash', async () => {
  expect(defaultCost).toEqual({ log2N: 14, r: 8, p: 5 });
  const passwords = createPasswords();
  const [first, second] = [await passwords.hash('tramontana-7'), await passwords.hash('tramontana-7')];
  expect(first).toMatch(/^scrypt\$14\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
  expect(second).not.toBe(first);
  expect(await passwords.verify('tramontana-7', second)).toBe(true);
  expect(await passwords.verify('tramontana-8', second)).toBe(false);
});

test('A08: an account that does not exist costs as much work as one that does', async () => {
  const passwords = createPasswords({ log2N: 13, r: 8, p: 1 });
  const stored = await passwords.hash('tramontana-7');
  const medianMs = async (hash: string | null) => {
    const times: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      const started = performance.now();
      expect(await passwords.verify('sbagliata', hash)).toBe(false);
      times.push(performance.now() - started);
    }
    return times.sort((a, b) => a - b)[4] ?? 0;
  };
  // Without the work for nobody the ratio is below 0.01.
  expect((await medianMs(null)) / (await medianMs(stored))).toBeGreaterThan(0.3);
});

test('names are common passwords, also inside longer ones; very short names only by themselves', () => {
  const isCommon = (password: string, user = 'operatore') => isCommonPassword(password, user, 'Meridiana');
  for (const password of ['operatore', 'OPERATORE2026', 'xxOperatorexx', 'Meridiana!', 'ｍeridiana']) {
    expect(isCommon(password), password).toBe(true);
  }
  expect(isCommon('tramontana-7')).toBe(false);
  expect([isCommon('tramontana-7', 'a'), isCommon('A', 'a')]).toEqual([false, true]);
});

test.each(['12345678', 'password', 'Password1', 'QWERTYUIOP', 'iloveyou', ' sunshine '])(
  '%j is one of the most common passwords',
  password => {
    expect(isCommonPassword(password, 'operatore', 'Meridiana')).toBe(true);
    expect(isCommonPassword(`${password}-tramontana`, 'operatore', 'Meridiana')).toBe(false);
  },
);
