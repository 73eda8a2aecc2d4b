import { beforeAll, describe, expect, test } from 'vitest';
import { checksOf } from '../../../../../src/console/screens/dashboard/night/checks';
import { nightAt } from '../../../../../src/console/screens/dashboard/night/night';
import { lostFact, verdictFact } from '../../../../../src/console/screens/dashboard/night/night-words';
import { epoch, exampleReport } from '../../../../support/example-report';
import { speakItalian } from '../../../../support/words';

beforeAll(() => speakItalian(['dashboard', 'night', 'reports', 'statistics']));

const measured = { copertura_luce: 100, copertura_temperatura: 100 };
const lost = (persa: number, cause: readonly object[] = []) => ({
  perdite: { fermo: 0, persa, disponibilita: 100, cause, inverter: [] },
});

function dayOf(
  indices: Readonly<Record<string, number | null>>,
  more: object = lost(0),
  span: object = measured,
) {
  return exampleReport({
    period: '2026-06-10',
    begin: '2026-06-10T00:00:00+02:00',
    end: '2026-06-11T00:00:00+02:00',
    starts: [],
    indices,
    more,
    span,
  });
}

describe('the verdict', () => {
  const alarmed = { allarmi: [{ codice: 'PLT01', priorita: 3, volte: 1 }] };

  test.each([
    ['as expected within what models and meters differ', 98.2, {}, 'Come atteso'],
    ['as expected, whatever alarm came meanwhile', 98.2, alarmed, 'Come atteso'],
    ['a number without alarm where it is somewhat less', 96.6, {}, '−3,4\u00a0%'],
    ['a number where it is more than light can give', 105, {}, '+5,0\u00a0%'],
    ['below where the plant itself raised its alarm', 94, alarmed, 'Sotto l’attesa'],
    ['below where a tenth is lacking', 89, {}, 'Sotto l’attesa'],
  ])('is %s', (_, epi, more, value) => {
    const report = dayOf({ energia: 5000, epi, pr: 80 }, { ...lost(0), ...more });
    expect(verdictFact(report).value).toBe(value);
  });

  test('is marked, with the reason, where too little was measured to be certain', () => {
    const span = { copertura_luce: 60, copertura_temperatura: 60 };
    const { value, note } = verdictFact(dayOf({ energia: 5000, epi: 94, pr: 80 }, lost(0), span));
    expect(value).toBe('≈\u00a0−6,0\u00a0%');
    expect(note).toMatch(/^5\.000,0\skWh, ≈\s94,0\s% dell’atteso, PR ≈\s80,0\s%\. Incerto: .* 60,0\s%/);
  });
});

describe('what was lost', () => {
  const fault = { causa: 'guasto', fermo: 2, persa: 40 };
  const limit = { causa: 'limite_gestore', fermo: 0, persa: 15 };

  test.each([
    ['nothing', lost(0), 'Nessun fermo, nessun limite'],
    ['nothing by a stop', { ...lost(0), fermi: [{ codice: 'INV01' }] }, 'Fermi e limiti senza perdite'],
    ['something of one cause', lost(40, [fault]), 'Guasto'],
    [
      'something of several',
      lost(55, [limit, fault]),
      'Guasto 40,0\u00a0kWh, Limite del distributore 15,0\u00a0kWh',
    ],
  ])('%s', (_, more, note) => {
    expect(lostFact(dayOf({ energia: 5000, attesa: 5050, epi: 99 }, more)).note).toBe(note);
  });

  test('what neither standstills nor limits explain is said to have other causes', () => {
    const short = dayOf({ energia: 4800, attesa: 5000, epi: 96 }, lost(40, [fault]));
    expect(lostFact(short).note).toBe('Guasto, 160,0\u00a0kWh sotto l’atteso per altre cause');
    const explained = dayOf({ energia: 4800, attesa: 5000, epi: 96 }, lost(180, [{ ...fault, persa: 180 }]));
    expect(lostFact(explained).note).toBe('Guasto');
  });
});

describe('what to check', () => {
  const inverter = (id: number, fermo: number) => ({ id, nome: `INV 0${id}`, fermo });
  const stop = (dispositivo: number, inizio: string) => ({
    codice: 'INV01',
    gruppo: 'inverter',
    dispositivo,
    nome: '',
    inizio: epoch(inizio),
    fine: null,
  });
  const report = dayOf(
    {},
    {
      inverter: [inverter(1, 0.1), inverter(2, 3), inverter(3, 0), inverter(4, 5), inverter(5, 1)],
      fermi: [stop(3, '2026-06-08T12:00:00+02:00'), stop(2, '2026-06-10T15:00:00+02:00')],
    },
  );
  const textsOf = (down: readonly number[]) =>
    checksOf({ report, alarms: 0, down, strings: 80, due: [] }).map(({ text }) => text);

  test('names first what still stands, then the longest standstills, and counts the rest', () => {
    expect(textsOf([3])).toEqual([
      'INV 03: fermo dal 08/06/2026',
      'INV 04: è stato fermo 5\u00a0h',
      'INV 02: è stato fermo 3\u00a0h',
      'Altri inverter con fermi: 1',
    ]);
  });

  test('what could run again does not stand still, whatever its alarm says', () => {
    expect(textsOf([])).not.toContainEqual(expect.stringMatching('INV 03'));
    expect(textsOf([2])[0]).toBe('INV 02: fermo dalle 15:00');
  });
});

describe('the day of a night', () => {
  const at = (text: string, place = { latitude: 40.7, longitude: 17.3 }) =>
    nightAt(epoch(text), place, 'Europe/Rome');

  test.each([
    ['in the evening is the same day', '2026-06-10T22:00:00+02:00', '2026-06-10'],
    ['after midnight is the day before', '2026-06-11T03:00:00+02:00', '2026-06-10'],
    ['on the last night of a year', '2027-01-01T01:00:00+01:00', '2026-12-31'],
    ['on the night in which the clocks change', '2026-10-25T02:30:00+01:00', '2026-10-24'],
  ])('%s', (_, now, day) => {
    const night = at(now);
    expect(night?.day).toBe(day);
    const aheadS = (night?.sunriseS ?? 0) - epoch(now);
    expect(aheadS).toBeGreaterThan(0);
    expect(aheadS).toBeLessThan(14 * 3600);
  });

  test('there is none from sunrise to sunset, however dark it is', () => {
    expect(at('2026-06-10T05:40:00+02:00')).toBeNull();
    expect(at('2026-06-10T20:10:00+02:00')).toBeNull();
  });

  test('without a place it changes at noon, and nobody knows when the sun rises', () => {
    const nowhere = { latitude: null, longitude: null } as never;
    expect(at('2026-06-11T03:00:00+02:00', nowhere)).toEqual({ day: '2026-06-10', sunriseS: null });
    expect(at('2026-06-11T21:00:00+02:00', nowhere)).toEqual({ day: '2026-06-11', sunriseS: null });
  });
});
