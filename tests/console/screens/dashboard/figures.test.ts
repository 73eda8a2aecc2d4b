import { beforeAll, expect, test } from 'vitest';
import type { PlantFacts } from '../../../../src/console/data/facts';
import { flowSummary } from '../../../../src/console/screens/dashboard/diagram-words';
import { figuresOf, gapOf } from '../../../../src/console/screens/dashboard/figures';
import { type Live, noPlant } from '../../../../src/console/screens/dashboard/live';
import { powerSources } from '../../../../src/contract/codes';
import { usualHolidays } from '../../../../src/contract/time-bands';
import { exampleLive, withInverters } from '../../../support/live-plant';
import { speakItalian } from '../../../support/words';

beforeAll(() => speakItalian(['devices', 'dashboard', 'frame']));

const facts: PlantFacts = {
  name: 'FV Masseria Alta',
  latitude: 41.9,
  longitude: 12.5,
  peakKwp: 998.4,
  acKw: 1000,
  voltageV: 20_000,
  voltageLevel: 'MT',
  transformerKva: 1250,
  since: '2014-02-14',
  targetPr: 85,
  coverageLimits: { certain: 70, least: 30 },
  holidays: usualHolidays,
  hasUps: true,
  inverters: 10,
  strings: 80,
  counts: new Map(),
  version: 1,
};
const { plant } = exampleLive();
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const shown = (input: Parameters<typeof figuresOf>[0]) =>
  figuresOf(input).map(({ label, value, unit, note }) => plain(`${label}: ${value} ${unit} | ${note}`));

test('each figure says what it is compared to', () => {
  expect(shown({ gap: null, plant, facts, dayOfMonth: 10 })).toEqual([
    'Potenza attiva: 658,8 kW | Attesa 757,7 kW (−13,1 %), nominale 1.000 kW',
    'Energia di oggi: 5.167,7 kWh | −2,7 % rispetto all’atteso',
    'Energia del mese: 84,62 MWh | 8,83 MWh al giorno',
    'Energia totale: 23.418 MWh | Dal 14/02/2014',
    'PR oggi: 81,9 % | Obiettivo 85 %',
    'Irraggiamento: 897 W/m² | Modulo 51,8 °C',
  ]);
});

test('indicators stand where the design draws them', () => {
  const [power, , , , ratio, light] = figuresOf({ gap: null, plant, facts, dayOfMonth: 10 }).map(
    ({ scale }) => scale,
  );
  expect(power).toMatchObject({ kind: 'level', value: 65.88, expected: 75.77 });
  expect(ratio?.value).toBeCloseTo(54.5);
  expect(ratio?.band).toEqual([60, 80]);
  expect(light?.value).toBeCloseTo(74.75);
});

test('a missing value is a dash without a comparison, never 0', () => {
  expect(shown({ gap: null, plant: noPlant, facts: undefined, dayOfMonth: 10 })).toEqual([
    'Potenza attiva: — kW | ',
    'Energia di oggi: — kWh | ',
    'Energia del mese: — MWh | ',
    'Energia totale: — MWh | ',
    'PR oggi: — % | ',
    'Irraggiamento: — W/m² | ',
  ]);
  const scales = figuresOf({ gap: null, plant: noPlant, facts, dayOfMonth: 10 }).map(
    ({ scale }) => scale?.value ?? null,
  );
  expect(scales).toEqual([null, null, null, null, null, null]);
});

test('against next to nothing no difference is shown', () => {
  const dawn = { ...plant, pac: 2, pattesa: 4 };
  expect(shown({ gap: null, plant: dawn, facts, dayOfMonth: 10 })[0]).toContain('| Attesa 4,0 kW, nominale');
});

test('on the first of the month there is no day to average', () => {
  expect(shown({ gap: null, plant, facts, dayOfMonth: 1 })[2]).toBe('Energia del mese: 84,62 MWh | ');
});

test('a large plant counts its day in MWh', () => {
  const large = { ...facts, acKw: 20_480 };
  expect(shown({ gap: null, plant: { ...plant, eday: 71_283 }, facts: large, dayOfMonth: 10 })[1]).toContain(
    '71,28 MWh',
  );
});

test('a total of more than a hundred thousand MWh is shown in GWh', () => {
  expect(shown({ gap: null, plant: { ...plant, etot: 535_010_000 }, facts, dayOfMonth: 10 })[3]).toContain(
    '535,01 GWh',
  );
});

test('the offset of a sensor at night is no light', () => {
  expect(shown({ gap: null, plant: { ...plant, poa: -1.4 }, facts, dayOfMonth: 10 })[5]).toContain(
    'Irraggiamento: 0 W/m²',
  );
});

test('M4: a sum without all its inverters is marked, says how many are missing, and is compared with nothing', () => {
  const live = withInverters({ 7: { kind: 'silent' } });
  expect(gapOf(live)).toBeNull();
  const gap = gapOf({ ...live, isPartial: true });
  expect(shown({ gap, plant, facts, dayOfMonth: 10 })[0]).toBe(
    'Potenza attiva: ≥ 658,8 kW | Somma parziale: 1 inverter su 10 non risponde',
  );
  const unknown = gapOf({ ...exampleLive(), isPartial: true });
  expect(shown({ gap: unknown, plant, facts, dayOfMonth: 10 })[0]).toBe(
    'Potenza attiva: ≥ 658,8 kW | Somma parziale',
  );
  const [power, today] = figuresOf({ gap, plant, facts, dayOfMonth: 10 });
  expect(power?.scale).toEqual({ kind: 'level', value: 65.88 });
  // No empty bar either.
  expect(today?.scale).toBeNull();
});

test('energies that lack a time marked as invalid are lower bounds, compared with nothing, beside a power that is whole', () => {
  const lacking = 'eday,emese,eanno,pr';
  const all = shown({ gap: null, lacking, plant, facts, dayOfMonth: 10 });
  expect(all[0]).toBe(shown({ gap: null, plant, facts, dayOfMonth: 10 })[0]);
  expect(all[1]).toMatch(/^Energia di oggi: ≥ .*\| Somma parziale$/);
  expect(all[2]).toMatch(/^Energia del mese: ≥ .*\| Somma parziale$/);
  expect(all[3]).not.toContain('≥');
  expect(all[4]).toMatch(/^PR oggi: ≈/);
  const ofMonth = shown({ gap: null, lacking: 'emese,eanno', plant, facts, dayOfMonth: 10 });
  expect(ofMonth.map(each => each.includes('≥'))).toEqual([false, false, true, false, false, false]);
});

test('the production meter tells the whole power while an inverter does not answer, but not its energy', () => {
  const gap = { silent: 1, total: 10 };
  const metered = { ...plant, fonte_pac: powerSources.productionMeter };
  const [power, today, , , ratio] = shown({ gap, plant: metered, facts, dayOfMonth: 10 });
  expect(power).toMatch(
    /^Potenza attiva: 658,8 kW \| Dal contatore: 1 inverter su 10 non risponde, attesa .*%\)$/,
  );
  expect(today).toMatch(/^Energia di oggi: ≥ [^%]+$/);
  expect(ratio).toMatch(/^PR oggi: ≥ /);
});

test('M4: no share of a part is above the whole', () => {
  const flow = (change: Partial<Live>) => plain(flowSummary(exampleLive(change)));
  const silent = { ...plant, pac: 8.6, pauto: 17.2, pimm: 0, pprel: 0 };
  expect(flow({ plant: silent })).toBe('Immissione 0,0 kW, autoconsumo 17,2 kW');
  expect(flow({ plant: { ...silent, pac: 34.4 }, isPartial: true })).toBe(
    'Immissione 0,0 kW, autoconsumo 17,2 kW',
  );
  expect(flow({ plant: { ...silent, pac: 34.4 } })).toBe('Immissione 0,0 kW, autoconsumo 17,2 kW (50,0 %)');
  expect(flow({ plant: { ...silent, pac: 17.18 } })).toBe('Immissione 0,0 kW, autoconsumo 17,2 kW (100,0 %)');
});

test('what was made in light that nobody measured is compared with nothing', () => {
  const noteOf = (copertura: number) => {
    const [, today, , , ratio] = shown({ gap: null, plant: { ...plant, copertura }, facts, dayOfMonth: 10 });
    return [today?.split('| ')[1], ratio];
  };
  const ratioOf = (copertura: number) => noteOf(copertura)[1];
  expect(noteOf(100)[0]).toBe('−2,7 % rispetto all’atteso');
  expect(ratioOf(100)).toContain('| Obiettivo 85 %');
  expect(noteOf(80)[0]).toBe('−22,2 % rispetto all’atteso');
  expect(ratioOf(80)).toContain('| Dati dei sensori: 80 %');
  // Below the limits of the plant both are uncertain, and then not said.
  expect(noteOf(50)[0]).toBe('≈ −51,4 % rispetto all’atteso');
  expect(ratioOf(50)).toMatch(/^PR oggi:? ?≈ .*\| Dati dei sensori: 50 %$/);
  expect(noteOf(20)[0]).toBe('');
});

test('while the irradiance sensors disagree, the irradiance says so', () => {
  const doubted = shown({ gap: null, plant: { ...plant, poa_dubbia: 1 }, facts, dayOfMonth: 10 });
  expect(doubted.at(-1)).toMatch(/^Irraggiamento: .* \| Sensori discordanti$/);
});
