import { afterAll, expect, test } from 'vitest';
import type { ConfigKind, ConfigOf } from '../../../../src/contract/config/kinds';
import { SteadyClock } from '../../../../src/datalogger/core/time/steady-clock';
import { driverOf } from '../../../../src/datalogger/sources/fieldbus/drivers';
import { FieldPlant } from '../../../../src/datalogger/sources/fieldbus/field-plant';
import { testClock } from '../../../support/clock';
import { newRecord } from '../../../support/config-records';
import { localDial } from '../../../support/local-guard';

const clock = new SteadyClock(testClock('2026-06-10T12:00:00+02:00'));
const plant = new FieldPlant({ dial: localDial, clock, driverOf });
afterAll(() => plant.close('taken-back'));

const canRead = <K extends ConfigKind>(kind: K, given: Partial<ConfigOf<K>>) =>
  plant.bus.canRead(kind, newRecord(kind, { host: '192.168.10.14', ...given } as Partial<ConfigOf<K>>));

test.each(['inverters', 'contatori', 'sensori', 'box-stringhe', 'trackers'] as const)(
  '%s are read by SunSpec, and neither simulated nor over plain Modbus without a profile',
  kind => {
    const protocols = ['sunspec-tcp', 'sunspec-rtu-tcp', 'sim', 'modbus-tcp', 'modbus-rtu-tcp'] as const;
    expect(protocols.map(protocollo => canRead(kind, { protocollo }))).toEqual([
      ...[true, true, false],
      ...[false, false],
    ]);
  },
);

test('a profile makes plain Modbus readable, for the kind that it describes', () => {
  const protocollo = 'modbus-tcp';
  expect(canRead('inverters', { protocollo, profilo: 'huawei-sun2000' })).toBe(true);
  expect(canRead('contatori', { protocollo, profilo: 'sdm630' })).toBe(true);
  expect(canRead('sensori', { protocollo, profilo: 'generico' })).toBe(true);
  expect(canRead('moduli-io', { protocollo })).toBe(true);
});

test('central controllers and interface protections are not judged: no release reads them', () => {
  expect(canRead('cci', { protocollo: 'modbus-tcp' })).toBe(true);
  expect(canRead('protezioni-interfaccia', { protocollo: 'sim' })).toBe(true);
});
