import { expect, test } from 'vitest';
import type { RecordOf } from '../../../../../src/contract/config/kinds';
import type { DeviceMap } from '../../../../../src/datalogger/sources/fieldbus/device-driver';
import { libraryShelf } from '../../../../../src/datalogger/sources/fieldbus/profiles/shelf';
import { newRecord } from '../../../../support/config-records';

const map: DeviceMap = { unit: 1, base: 40_000, devices: [], isWhole: true };
const measured = ['p', 'qac', 's', 'e_imm', 'e_prel', 'f', 'ua', 'uab', 'ia'] as const;
/** What the registers hold, in the order of `measured`. */
const words = [500, 100, 510, 1000, 2000, 5000, 577, 1000, 250];
const scales: Readonly<Record<string, number>> = { p: -3, qac: -3, s: -3, f: -2, ua: -1, uab: -1, ia: -2 };

/** What a generic meter says with these settings. */
function saysWith(given: Partial<RecordOf<'contatori'>>) {
  const registri = measured.map((grandezza, registro) => ({
    grandezza,
    registro,
    dato: 'u16' as const,
    scala: scales[grandezza] ?? 0,
    scala_da: null,
  }));
  const record = {
    ...newRecord('contatori', { protocollo: 'modbus-tcp', profilo: 'generico', registri, ...given }),
    id: 1,
    versione: 1,
  };
  const registers = {
    at: (_: number, from: number, count: number) => Uint16Array.from(words.slice(from, from + count)),
  };
  return libraryShelf.driver.decode(map, { kind: 'contatori', record }, registers)[0]?.values;
}

const transformers = { ta_primario: 200, ta_secondario: 5, tv_primario: 20_000, tv_secondario: 100 } as const;

test('registers of the secondary side are multiplied with the ratios of the transformers', () => {
  expect(saysWith({ lato: 'secondario', ...transformers })).toEqual({
    p: -4000,
    qac: -800,
    s: 4080,
    e_imm: 8e6,
    e_prel: 16e6,
    f: 50,
    ua: 11_540,
    uab: 20_000,
    ia: 100,
  });
});

test('without voltage transformers the ratio of the current transformers alone counts', () => {
  expect(saysWith({ lato: 'secondario', ...transformers, tv_secondario: 0 })).toMatchObject({
    p: -20,
    e_imm: 40_000,
    ua: 57.7,
    ia: 100,
  });
});

test('registers of the primary side, which are usual, are taken as they are', () => {
  expect(saysWith(transformers)).toMatchObject({ p: -0.5, e_imm: 1000, ua: 57.7, ia: 2.5 });
});
