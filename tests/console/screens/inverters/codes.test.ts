import { beforeAll, describe, expect, test } from 'vitest';
import { inverterKind } from '../../../../src/console/data/inverter-states';
import { bitsOf, eventWords, limitWords } from '../../../../src/console/screens/inverters/codes';
import { inverterStates } from '../../../../src/contract/codes';
import { speakItalian } from '../../../support/words';

beforeAll(() => speakItalian(['inverter-detail']));

const kindOf = (state: number) =>
  inverterKind({ state, isSilent: false, isDoubtful: false, ageS: 0, sampledS: 0 });
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

/** The states of SunSpec models 101 to 103, as the specification numbers them: from 1. */
test.each([
  [1, 'off', 'stopped'],
  [2, 'sleeping', 'waiting'],
  [3, 'starting', 'starting'],
  [4, 'mppt', 'producing'],
  [5, 'throttled', 'limited'],
  [6, 'shuttingDown', 'stopped'],
  [7, 'fault', 'fault'],
  [8, 'standby', 'waiting'],
] as const)('SunSpec state %i is %s: %s', (code, name, kind) => {
  expect(inverterStates[name]).toBe(code);
  expect(kindOf(code)).toBe(kind);
});

test('0, which only the model 701 counts from, is no state of the wire', () => {
  expect(kindOf(0)).toBe('unknown');
});

describe('the codes in words', () => {
  test('bits are read up to the highest of 32', () => {
    expect(bitsOf(0)).toEqual([]);
    expect(bitsOf(2 ** 31 + 1)).toEqual([0, 31]);
  });

  test('events are named, the unknown by their number', () => {
    expect(eventWords(null)).toBe('—');
    expect(eventWords(0)).toBe('nessuno');
    expect(eventWords(1 + 2 ** 7 + 2 ** 20)).toBe('guasto a terra, sovratemperatura, evento 20');
  });

  test('a limit says who asks for it', () => {
    expect(plain(limitWords(100, 0))).toBe('nessuno');
    expect(plain(limitWords(60, 1))).toBe('60 %, limite richiesto');
    expect(plain(limitWords(40, 2 ** 14))).toBe('40 %, temperatura');
    expect(plain(limitWords(100, 2 ** 5))).toBe('100 %, funzione di rete');
    expect(limitWords(null, null)).toBe('—');
  });
});
