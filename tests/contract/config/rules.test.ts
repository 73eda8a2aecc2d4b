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
