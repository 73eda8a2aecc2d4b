import { expect, test } from 'vitest';
import { factsAt } from '../../../src/console/form/facts';
import { wireOf } from '../../../src/console/form/inputs';
import { configSchemas } from '../../../src/contract/config/kinds';
import { NotificationBody } from '../../../src/contract/mail';
import { DynDns, Network, PlantBody } from '../../../src/contract/plant';

const facts = factsAt(Network, 'maschera');

test.each([
  ['24', 24],
  ['255.255.255.0', 24],
  ['255.255.254.0', 23],
  ['255.255.255.252', 30],
  // Not a mask: ones after a zero, and a number above 255.
  ['255.0.255.0', '255.0.255.0'],
  ['255.255.255.999', '255.255.255.999'],
])('the netmask %s is sent as %s', (typed, sent) => {
  expect(facts && wireOf(facts, typed)).toBe(sent);
});

test('a netmask is read as a prefix only where a prefix is asked for', () => {
  const vlan = factsAt(Network, 'vlan');
  expect(vlan && wireOf(vlan, '255.255.255.0')).toBe('255.255.255.0');
});

test('spaces are part of a secret; an empty one is not sent', () => {
  const password = factsAt(DynDns, 'password');
  expect(password && wireOf(password, ' s3greta ')).toBe(' s3greta ');
  expect(password && wireOf(password, '')).toBeUndefined();
});

test.each([
  ['7', '07:00'],
  ['7:05', '07:05'],
  ['19.30', '19:30'],
  ['07:30', '07:30'],
  // Refused by the schema, as typed.
  ['730', '730'],
  ['25:00', '25:00'],
])('the time %s is sent as %s', (typed, sent) => {
  const time = factsAt(NotificationBody, 'ora_riepilogo');
  expect(time && wireOf(time, typed)).toBe(sent);
});

test.each([
  ['lat', '44°38\'50"N', 44.647222],
  ['lat', '33° 51′ 31,5″ S', -33.85875],
  ['long', "10°55'E", 10.916667],
  // East in German, west in Italian.
  ['long', "10°55'O", "10°55'O"],
  ['lat', '44,65', 44.65],
  ['potenza_picco', '998,4 kWp', 998.4],
  ['potenza_picco', '1.234,5 KWP', 1234.5],
  ['potenza_picco', '20 kV', '20 kV'],
])('%s typed as %s is sent as %s', (field, typed, sent) => {
  const facts = factsAt(PlantBody, field);
  expect(facts && wireOf(facts, typed)).toBe(sent);
});

test('an empty number of a row is sent as null where it may be left empty', () => {
  const registers = factsAt(configSchemas.contatori, 'registri');
  const typed = { grandezza: 'p', registro: '12', dato: 'i16', scala: '', scala_da: ' ' };
  expect(registers && wireOf(registers, JSON.stringify([typed]))).toEqual([
    { ...typed, registro: 12, scala: '', scala_da: null },
  ]);
});
