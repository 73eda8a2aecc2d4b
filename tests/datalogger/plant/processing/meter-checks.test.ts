import { expect, test } from 'vitest';
import { completed } from '../../../../src/contract/config/kinds';
import type { MeterConfig } from '../../../../src/contract/config/meters';
import { meterChecks } from '../../../../src/datalogger/plant/processing/meter-checks';
import { noRecords } from '../../../../src/datalogger/plant/processing/setup';
import type { Answer, Values } from '../../../../src/datalogger/plant/source';

const answer = (record: number, values: Values): Answer => ({
  record,
  part: 0,
  isResponding: true,
  state: 0,
  sampled: 0,
  validS: 60,
  values,
});
const line = { protocollo: 'sunspec-tcp', host: '192.168.10.14', porta: 502 } as const;
const inverter = (id: number) => ({
  ...completed('inverters', { ...line, nome: `INV ${id}`, unita: id, pn: 100, kwp: 110 }),
  id,
  versione: 1,
});

/** Two inverters of 100 kW and a meter, with what they say, kW. */
function checked(
  ruolo: MeterConfig['ruolo'],
  meterKw: number | null,
  madeKw: readonly (number | null)[],
  wiring: Partial<MeterConfig> = {},
) {
  const meter = {
    ...completed('contatori', { ...line, nome: 'M1', unita: 9, ruolo, ...wiring }),
    id: 7,
    versione: 1,
  };
  const configuration = { ...noRecords, inverters: [inverter(1), inverter(2)], contatori: [meter] };
  return meterChecks(configuration, group =>
    group === 'inverter'
      ? madeKw.map((pac, index) => answer(index + 1, { pac }))
      : [answer(7, { p: meterKw })],
  );
}
const outcome = (...given: Parameters<typeof checked>) =>
  checked(...given).map(({ esito, volte }) =>
    [esito, volte && Number(volte.toFixed(1))].filter(Boolean).join(' '),
  )[0];

const made = [76, 80];

test.each<[MeterConfig['ruolo'], number, string]>([
  ['produzione', 155.2, 'concorde'],
  ['produzione', -156, 'verso'],
  ['produzione', 3.9, 'rapporto 40'],
  ['produzione', -3.9, 'rapporto 40'],
  ['produzione', 3120, 'rapporto 20'],
  ['produzione', 52, 'fase_girata'],
  ['produzione', 104, 'fase_assente'],
  ['produzione', 130, 'diverso'],
  ['produzione', 0, 'fermo'],
  ['scambio', 154, 'concorde'],
  ['scambio', -156, 'verso'],
  ['scambio', 3.9, 'rapporto 40'],
  ['scambio', 100, 'in_sito'],
  ['scambio', -40, 'prelievo'],
  ['scambio', -900, 'rapporto 5.8'],
  ['scambio', 200, 'diverso'],
])('a meter of %s that shows %d kW while the inverters make 156 kW: %s', (role, kw, wanted) => {
  expect(outcome(role, kw, made)).toBe(wanted);
});

test('a meter is compared with the sign of its wiring', () => {
  expect(outcome('produzione', -156, made, { inverti: true })).toBe('concorde');
});

test('nothing is compared with too little power, a silent inverter, or a meter of another role', () => {
  expect(outcome('produzione', -4, [2, 2])).toBe('buio');
  expect(checked('produzione', 156, [76, null])).toEqual([]);
  expect(checked('produzione', null, made)).toEqual([]);
  expect(checked('consumo', 156, made)).toEqual([]);
});
