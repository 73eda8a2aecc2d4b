import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signingKeyOf } from '../../../src/datalogger/session/signing-key';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meridiana-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('L17: a missing key is made, 256 bits that only its owner can read, and found again', () => {
  const path = join(folder, 'session.key');
  const key = signingKeyOf(path);
  expect(key).toHaveLength(32);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(signingKeyOf(path)).toEqual(key);
  expect(signingKeyOf(join(folder, 'other.key'))).not.toEqual(key);
});

test('L17: an empty or a short key is refused, not used and not replaced', () => {
  const path = join(folder, 'session.key');
  for (const text of ['', 'abcd', '0'.repeat(63), 'z'.repeat(64)]) {
    writeFileSync(path, text, { mode: 0o600 });
    expect(() => signingKeyOf(path)).toThrow(/^signing key .* is no key of 256 bits/);
    expect(readFileSync(path, 'utf8')).toBe(text);
  }
});

test('L17: a key that others can read is refused', () => {
  const path = join(folder, 'session.key');
  signingKeyOf(path);
  for (const mode of [0o640, 0o604, 0o666]) {
    chmodSync(path, mode);
    expect(() => signingKeyOf(path)).toThrow(`can be read by others (mode ${mode.toString(8)})`);
  }
});
