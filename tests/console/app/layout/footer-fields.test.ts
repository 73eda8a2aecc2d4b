import { describe, expect, test } from 'vitest';
import { type FooterFacts, footerContent } from '../../../../src/console/app/layout/footer-fields';
import type { DeviceStatus } from '../../../../src/console/data/facts';

const status: DeviceStatus = {
  serial: 'MRD-1',
  date: '10/06/2026',
  time: '13:42:10',
  operation: 'Attivo',
  cpuTemperature: 51.2,
  acContact: '0',
  batteryContact: '1',
};
const facts: FooterFacts = {
  plantName: 'FV Masseria Alta',
  hasUps: false,
  status,
  ageS: 4,
  isLoading: false,
  isLost: false,
};

/** What a field says, as one word: its kind, and what goes with it. */
function shown(change: Partial<FooterFacts>): Record<string, string> {
  const { fields } = footerContent({ ...facts, ...change });
  return Object.fromEntries(
    fields.map(({ name, value }) => {
      const { kind, ...rest } = value;
      return [name, [kind, ...Object.values(rest)].join(' ')];
    }),
  );
}

describe('the footer of the specification', () => {
  test('shows plant, serial, SCADA date and time, status and temperature, and nothing of a UPS that is not there', () => {
    expect(shown({})).toEqual({
      plant: 'text FV Masseria Alta',
      serial: 'text MRD-1',
      clock: 'clock 10/06/2026 13:42:10',
      state: 'active',
      cpu: 'temperature 51.2',
    });
  });

  test('an empty list leaves no field at all, with or without a UPS', () => {
    expect(footerContent({ ...facts, status: null }).fields).toEqual([]);
    expect(footerContent({ ...facts, status: null, hasUps: true }).fields).toEqual([]);
  });

  test.each([
    ['Attivo', 'active'],
    ['anything that is set', 'active'],
    ['', 'notAvailable'],
    [null, 'notAvailable'],
  ])('the status %j is shown as %s', (operation, state) => {
    expect(shown({ status: { ...status, operation } }).state).toBe(state);
  });

  test('what the record does not have is N/A, a temperature of zero is a temperature', () => {
    const bare = { ...status, serial: null, date: null, time: null, cpuTemperature: null };
    expect(shown({ status: bare, plantName: '' })).toMatchObject({
      plant: 'notAvailable',
      serial: 'notAvailable',
      clock: 'notAvailable',
      cpu: 'notAvailable',
    });
    expect(shown({ status: { ...status, cpuTemperature: 0 } }).cpu).toBe('temperature 0');
  });
});

describe('mains voltage and UPS battery, when the plant has a UPS', () => {
  const mains = [
    ['0', 'ok'],
    ['1', 'alert absent'],
    [null, 'notAvailable'],
    ['2', 'notAvailable'],
  ] as const;
  // The specification states it so, against the field's name.
  const battery = [
    ['1', 'ok'],
    ['0', 'alert low'],
    [null, 'notAvailable'],
    ['2', 'notAvailable'],
  ] as const;
  const combinations = mains.flatMap(each => battery.map(other => [...each, ...other] as const));

  test.each(combinations)(
    'ac_OK %j is %s, upsbattery_low %j is %s',
    (acContact, first, batteryContact, second) => {
      const contacts = { ...status, acContact, batteryContact };
      expect(shown({ hasUps: true, status: contacts })).toMatchObject({ mains: first, battery: second });
      expect(Object.keys(shown({ hasUps: false, status: contacts }))).not.toContain('mains');
    },
  );
});

describe('an answer that is not of now', () => {
  test.each([
    [4, false, null],
    [90, false, null],
    [91, false, 91],
    [4, true, 4],
  ])('%i s old, lost %s: said to be %s s old', (ageS, isLost, oldS) => {
    expect(footerContent({ ...facts, ageS, isLost }).oldS).toBe(oldS);
    expect(footerContent({ ...facts, ageS, isLost, status: null }).oldS).toBe(oldS);
  });

  test('while the connection is lost the states are N/A, and what does not change stays', () => {
    expect(shown({ isLost: true, hasUps: true })).toEqual({
      plant: 'text FV Masseria Alta',
      serial: 'text MRD-1',
      clock: 'clock 10/06/2026 13:42:10',
      state: 'notAvailable',
      cpu: 'notAvailable',
      mains: 'notAvailable',
      battery: 'notAvailable',
    });
  });

  test('before the first answer there are dashes, after a failed first try N/A', () => {
    expect(shown({ status: undefined, isLoading: true }).cpu).toBe('loading');
    expect(shown({ status: undefined, isLoading: false }).cpu).toBe('notAvailable');
  });
});
