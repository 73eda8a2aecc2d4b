import { expect, test } from 'vitest';
import { hashOneTimeCode, newOneTimeCode } from '../../../../src/datalogger/api/auth/one-time-code';

test('a code has groups of five of the letters and digits that are not mistaken for one another', () => {
  expect(newOneTimeCode(4)).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/);
});

test.each([
  ['0a1b2-c3d40', 'small letters'],
  ['OA1B2-C3D4O', 'the letter O for zero'],
  ['0AIB2-C3D40', 'I for one'],
  ['0ALB2-C3D40', 'L for one'],
  ['0A1B2 C3D40', 'a space for the dash'],
])('%s is accepted for 0A1B2-C3D40: %s', typed => {
  expect(hashOneTimeCode(typed)).toBe(hashOneTimeCode('0A1B2-C3D40'));
});

test('another code has another hash', () => {
  expect(hashOneTimeCode('0A1B2-C3D41')).not.toBe(hashOneTimeCode('0A1B2-C3D40'));
});
