import { expect, test } from 'vitest';
import {
  byKind,
  type ConfigKind,
  type ConfigOf,
  type Configuration,
  completed,
} from '../../../src/contract/config/kinds';
import { findingsOf } from '../../../src/contract/config/rules';

const nothing: Configuration = byKind(() => []);
const at = { protocollo: 'sunspec-tcp', host: '192.168.10.14', porta: 502, unita: 1 } as const;
const inverter = completed('inverters', { nome: 'INV 1', pn: 100, kwp: 120, ...at });
const sensor = completed('sensori', { nome: 'Stazione', tipo: 'ghi', ...at });

/** The fields that are refused in a record beside another one, which has id 1. */
function refused<K extends ConfigKind>(kind: K, record: ConfigOf<K>, other: ConfigOf<K>): string[] {
  const all = { ...nothing, [kind]: [{ ...other, nome: 'The other', id: 1, versione: 1 }] };
  return findingsOf(kind, record, null, all).flatMap(({ campo, codice, isWarning }) =>
    isWarning ? [] : [`${campo} ${codice}`],
  );
}

test('two devices of one kind never have the same address', () => {
  expect(refused('inverters', inverter, inverter)).toEqual(['unita in_use']);
  expect(refused('inverters', inverter, { ...inverter, host: '192.168.10.15' })).toEqual([]);
  expect(refused('inverters', inverter, { ...inverter, protocollo: 'sunspec-rtu-tcp' })).toEqual([
    'unita in_use',
  ]);
});

test('one unit may hold several devices of a kind, an inverter and its meter, and all sensors of a station', () => {
  expect(refused('inverters', inverter, { ...inverter, istanza: 2 })).toEqual([]);
  const meter = completed('contatori', { nome: 'Contatore', ruolo: 'scambio', ...at });
  const beside = { ...nothing, contatori: [{ ...meter, id: 1, versione: 1 }] };
  expect(findingsOf('inverters', inverter, null, beside)).toEqual([]);
  expect(refused('sensori', sensor, { ...sensor, tipo: 'tamb' })).toEqual([]);
  expect(refused('sensori', { ...sensor, punto: '308.GHI' }, sensor)).toEqual([]);
  expect(refused('sensori', { ...sensor, punto: '302.GHI' }, sensor)).toEqual(['unita in_use']);
});

test('a sensor is read only at a point that measures its kind', () => {
  const elsewhere = { ...sensor, unita: 2 };
  expect(refused('sensori', { ...sensor, punto: '307.TmpAmb' }, elsewhere)).toEqual(['punto not_allowed']);
  expect(refused('sensori', { ...sensor, tipo: 'tamb', punto: '307.TmpAmb' }, elsewhere)).toEqual([]);
});

test('a profile that nobody has compared with the device is said to be untried', () => {
  const found = (given: Partial<ConfigOf<'inverters'>>) =>
    findingsOf('inverters', { ...inverter, ...given }, null, nothing).map(
      ({ campo, codice, isWarning }) => `${campo} ${codice} ${isWarning}`,
    );
  const huawei = { protocollo: 'modbus-tcp', profilo: 'huawei-sun2000' } as const;
  expect(found(huawei)).toEqual(['profilo not_tried true']);
  expect(found({ ...huawei, profilo_provato: true })).toEqual([]);
  expect(found({ ...huawei, protocollo: 'sunspec-tcp' })).toEqual([]);
  expect(found({ protocollo: 'modbus-tcp' })).toEqual([]);
});

test('a meter without SunSpec names a register for each quantity, at least one', () => {
  const meter = completed('contatori', {
    nome: 'C',
    ruolo: 'scambio',
    ...at,
    protocollo: 'modbus-tcp',
    profilo: 'generico',
  });
  const [power, energy] = [
    { grandezza: 'p', registro: 0, dato: 'i32', scala: -3, scala_da: null } as const,
    { grandezza: 'e_imm', registro: 2, dato: 'u32', scala: 0, scala_da: null } as const,
  ];
  const elsewhere = { ...meter, unita: 9 };
  expect(refused('contatori', meter, elsewhere)).toEqual(['registri required']);
  expect(refused('contatori', { ...meter, registri: [power, power] }, elsewhere)).toEqual([
    'registri invalid',
  ]);
  expect(refused('contatori', { ...meter, registri: [power, energy] }, elsewhere)).toEqual([]);
});

test('a record of before has no profile, and one unit may have sensors at registers of their own', () => {
  expect(completed('contatori', { nome: 'C', ruolo: 'scambio' })).toMatchObject({
    profilo: 'sunspec',
    profilo_provato: false,
  });
  const cell = { ...sensor, protocollo: 'modbus-tcp', profilo: 'generico' } as const;
  expect(refused('sensori', { ...cell, registro: 3 }, { ...cell, registro: 4 })).toEqual([]);
  expect(refused('sensori', { ...cell, registro: 3 }, { ...cell, registro: 3 })).toEqual(['unita in_use']);
});

test('a protection by EN 50549-2 has its functions alone, each within its range (4.9.3), and no default to differ from', () => {
  const set = (
    codice: ConfigOf<'protezioni-interfaccia'>['funzioni'][number]['codice'],
    soglia: number,
    tempo: number,
  ) =>
    completed('protezioni-interfaccia', {
      nome: 'PI',
      norma: 'EN 50549-2',
      un: 20_000,
      ...at,
      funzioni: [{ codice, abilitata: true, soglia, tempo }],
    });
  const found = (record: ConfigOf<'protezioni-interfaccia'>) =>
    findingsOf('protezioni-interfaccia', record, null, nothing).map(
      ({ campo, codice, da }) => `${campo.replace('funzioni.0.', '')} ${codice} ${da ?? ''}`,
    );
  const ranges = [
    ...[['U<', 0.2, 1, 0.1, 100] as const, ['U<<', 0.2, 1, 0.1, 5] as const],
    ...[['U>', 1, 1.2, 0.1, 100] as const, ['U>>', 1, 1.3, 0.1, 5] as const],
    ['U 10 min', 1, 1.15, 0.05, 3] as const,
    ...[['f<', 47, 50, 0.1, 100] as const, ['f<<', 47, 50, 0.1, 5] as const],
    ...[['f>', 50, 52, 0.1, 100] as const, ['f>>', 50, 52, 0.1, 5] as const],
  ];
  for (const [code, least, most, shortest, longest] of ranges) {
    expect(found(set(code, least, shortest))).toEqual([]);
    expect(found(set(code, most, longest))).toEqual([]);
    expect(found(set(code, least - 0.01, longest))).toEqual([`soglia too_low ${least} ${most}`]);
    expect(found(set(code, most + 0.01, longest))).toEqual([`soglia too_high ${least} ${most}`]);
    expect(found(set(code, most, longest + 0.1))).toEqual([`tempo too_high ${shortest} ${longest}`]);
  }
  for (const code of ['59.S2', '81>.S1', '59V0'] as const)
    expect(found(set(code, 1.2, 0.6))).toEqual(['codice not_allowed EN 50549-2']);
  expect(found({ ...set('U>', 1.1, 1), norma: 'CEI 0-16' })).toEqual(['codice not_allowed CEI 0-16']);
});

test('a device on a serial line names a port, a unit of its own there, and what all devices of the line share', () => {
  const port = '/dev/serial/by-id/usb-FTDI_FT232R_A50285BI-if00-port0';
  const onPort = { ...inverter, protocollo: 'sunspec-rtu', porta_seriale: port } as const;
  expect(refused('inverters', { ...onPort, porta_seriale: '' }, inverter)).toEqual([
    'porta_seriale required',
  ]);
  expect(refused('inverters', onPort, onPort)).toEqual(['unita in_use']);
  expect(refused('inverters', onPort, { ...onPort, porta_seriale: '/dev/ttyUSB1' })).toEqual([]);
  const meter = completed('contatori', {
    nome: 'Contatore',
    ruolo: 'scambio',
    protocollo: 'modbus-rtu',
    unita: 2,
    porta_seriale: port,
    baud: 19_200,
    stop: 2,
  });
  const beside = { ...nothing, contatori: [{ ...meter, id: 1, versione: 1 }] };
  expect(findingsOf('inverters', onPort, null, beside)).toEqual([
    { isWarning: true, campo: 'baud', codice: 'other_on_line', da: 'Contatore' },
    { isWarning: true, campo: 'stop', codice: 'other_on_line', da: 'Contatore' },
  ]);
  expect(findingsOf('inverters', { ...onPort, baud: 19_200, stop: 2 }, null, beside)).toEqual([]);
});
