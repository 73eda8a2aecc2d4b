import { expect, test } from 'vitest';
import { contactsOf, readingOf } from '../../../../src/datalogger/core/system/ups-reading';
import { quoted, wordsOf } from '../../../../src/datalogger/integrations/ups/lines';

const contacts = (status: string, more: Readonly<Record<string, string>> = {}) =>
  contactsOf(readingOf(new Map(Object.entries({ 'ups.status': status, ...more }))));

test.each([
  ['OL', {}, { acContact: '0', batteryContact: '1' }],
  ['OL CHRG', {}, { acContact: '0', batteryContact: '1' }],
  ['OB DISCHRG', {}, { acContact: '1', batteryContact: '1' }],
  ['OB DISCHRG LB', {}, { acContact: '1', batteryContact: '0' }],
  ['OL LB CHRG', {}, { acContact: '0', batteryContact: '0' }],
  ['OL RB', {}, { acContact: '0', batteryContact: '0' }],
  ['FSD OB LB', {}, { acContact: '1', batteryContact: '0' }],
  ['OL BYPASS', {}, { acContact: '0', batteryContact: '1' }],
  ['ALARM OL OVER', {}, { acContact: '0', batteryContact: '1' }],
  ['OL TRIM', {}, { acContact: '0', batteryContact: '1' }],
])('reads the status %s as contacts', (status, more, expected) => {
  expect(contacts(status, more)).toEqual(expected);
});

test('a calibration that discharges the battery leaves mains to the voltage', () => {
  expect(contacts('OB CAL')).toEqual({ batteryContact: '1' });
  expect(contacts('OB CAL', { 'input.voltage': '229' }).acContact).toBe('0');
  expect(contacts('OB CAL', { 'input.voltage': '0.0' }).acContact).toBe('1');
  expect(contacts('OL CAL').acContact).toBe('0');
});

test('a UPS that is off says nothing of the mains, except by its input voltage', () => {
  expect(contacts('OFF')).toEqual({ batteryContact: '1' });
  expect(contacts('OFF', { 'input.voltage': '118', 'input.voltage.nominal': '120' }).acContact).toBe('0');
  expect(contacts('OFF', { 'input.voltage': '40', 'input.voltage.nominal': '120' }).acContact).toBe('1');
});

test('no status, or that of a driver that starts, is no reading', () => {
  for (const status of ['', 'WAIT', '???']) {
    expect(readingOf(new Map([['ups.status', status]]))).toBeNull();
    expect(contacts(status)).toEqual({});
  }
  expect(readingOf(new Map())).toBeNull();
});

test('numbers that no UPS can report are absent', () => {
  const variables = {
    'ups.status': 'OL',
    'battery.charge': '250',
    'battery.runtime': '-1',
    'input.voltage': 'n/a',
  };
  expect(readingOf(new Map(Object.entries(variables)))).toMatchObject({
    chargePercent: null,
    runtimeS: null,
    inputVolts: null,
  });
});

test('reads and writes quoted words of the protocol', () => {
  expect(wordsOf(String.raw`VAR ups ups.mfr "Say \"hi\" \\ you"`)).toEqual([
    ...['VAR', 'ups', 'ups.mfr', String.raw`Say "hi" \ you`],
  ]);
  expect(wordsOf('VAR ups ups.id ""')).toEqual(['VAR', 'ups', 'ups.id', '']);
  expect(wordsOf(`PASSWORD ${quoted('a "b\\c" d')}`)).toEqual(['PASSWORD', 'a "b\\c" d']);
});
