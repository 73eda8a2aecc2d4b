import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signingKeyOf } from '../../../../src/datalogger/api/auth/signing-key';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meridiana-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('L17: a missing key is made, 256 bits that only its owner can read, and found again once it is kept', () => {
  const path = join(folder, 'session.key');
  const key = signingKeyOf(path);
  expect(key.bytes).toHaveLength(32);
  expect(key.isKept).toBe(false);
  expect(signingKeyOf(path).bytes).not.toEqual(key.bytes);
  key.keep();
  expect(key.isKept).toBe(true);
  expect(modeOf(path)).toBe(0o600);
  const again = signingKeyOf(path);
  again.keep();
  expect(again.bytes).toEqual(key.bytes);
  expect(signingKeyOf(path).bytes).toEqual(key.bytes);
});

test('L17: an empty key, or what a power cut left of one, is never used: a new one takes its place', () => {
  const path = join(folder, 'session.key');
  for (const text of ['', 'abcd', '0'.repeat(63), 'z'.repeat(64), '\0'.repeat(64)]) {
    writeFileSync(path, text, { mode: 0o600 });
    const key = signingKeyOf(path);
    expect(key.bytes).toHaveLength(32);
    expect(key.isKept).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe(text);
    key.keep();
    expect(readFileSync(path, 'utf8')).toBe(key.bytes.toString('hex'));
    expect(modeOf(path)).toBe(0o600);
  }
});

test('L17: a key that others can read is refused', () => {
  const path = join(folder, 'session.key');
  signingKeyOf(path).keep();
  for (const mode of [0o640, 0o604, 0o666]) {
    chmodSync(path, mode);
    expect(() => signingKeyOf(path)).toThrow(`can be read by others (mode ${mode.toString(8)})`);
  }
});
