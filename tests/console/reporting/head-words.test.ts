import { beforeAll, expect, test } from 'vitest';
import { headWordsOf } from '../../../src/console/reporting/head-words';
import { daysOfJune, epoch, exampleReport } from '../../support/example-report';
import { speakItalian } from '../../support/words';

beforeAll(() => speakItalian(['table', 'statistics']));

const june = {
  period: '2026-06',
  begin: '2026-06-01T00:00:00+02:00',
  end: '2026-07-01T00:00:00+02:00',
  starts: daysOfJune,
};
const words = (indices: Readonly<Record<string, number | null>>, span: object = {}) => {
  const { title, text } = headWordsOf(exampleReport({ ...june, indices, span }));
  return `${title} | ${text}`.replaceAll('\u00a0', ' ');
};

test.each([
  [
    { energia: 84_620.3, epi: 96.3, persa: 770 },
    {},
    'Giugno 2026: 84,62 MWh | 3,7 % sotto l’attesa. 0,9 % perso per fermi.',
  ],
  [{ energia: 900, epi: 102 }, {}, 'Giugno 2026: 900,0 kWh | 2,0 % sopra l’attesa.'],
  [{ energia: 900, epi: 100.3, persa: 0 }, {}, 'Giugno 2026: 900,0 kWh | Come atteso.'],
  [
    { energia: 900, epi: null },
    { in_corso: true, fine_dati: epoch('2026-06-10T12:00:00+02:00') },
    'Giugno 2026: 900,0 kWh | Giorno 10 di 30, in corso.',
  ],
])('%j, %j', (indices, span, sentence) => {
  expect(words(indices, span)).toBe(sentence);
});

test.each([
  [62_000, 61.2, 'Incerto: dati per il 61,2 % del tempo.'],
  [null, 21.2, 'Misure insufficienti: dati per il 21,2 % del tempo.'],
])(
  'with little data what was counted is what was at least produced, and the text says why',
  (energia, copertura, why) => {
    expect(words({ energia, epi: null }, { copertura, contata: 62_000 })).toBe(
      `Giugno 2026: almeno 62,00 MWh | ${why}`,
    );
  },
);

test('a plant that began within the period says when; one that has nothing says since when there is something', () => {
  expect(words({ energia: 900 }, { inizio_dati: epoch('2026-06-17T10:00:00+02:00') })).toBe(
    'Giugno 2026: 900,0 kWh | Dati dal 17 giugno 2026.',
  );
  expect(words({}, { inizio_dati: null, fine_dati: null })).toBe(
    'Giugno 2026: nessun dato | Inizio dell’archivio: 1 giugno 2026.',
  );
});

test('all years say since when they count, as counters of the meters may have begun long before', () => {
  const starts = [epoch('2025-01-01T00:00:00+01:00'), epoch('2026-01-01T00:00:00+01:00')];
  const report = exampleReport({
    period: '',
    begin: '2025-05-10T00:00:00+02:00',
    end: '2026-06-10T00:00:00+02:00',
    starts,
    indices: { energia: 2_181_000 },
  });
  const { title, text } = headWordsOf(report);
  expect([title.replace('\u00a0', ' '), text]).toEqual([
    'Tutti gli anni: 2.181,00 MWh',
    'Dati dal 10 maggio 2025.',
  ]);
});
