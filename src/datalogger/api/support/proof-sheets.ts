import type { Language } from '../../../contract/languages';
import { usualExclusions } from '../../../contract/loss-causes';
import type { ProofSheet } from '../../../contract/proofs';
import type { Report } from '../../../contract/reports';
import { type CapacityTest, leastDays, leastPoints } from '../../analytics/capacity/capacity-test';
import { type LeftOut, leastLight, leftOut } from '../../analytics/capacity/points';
import { ofIndex, ofRatio, type Uncertainty } from '../../analytics/capacity/uncertainty';
import type { Agreement } from '../../analytics/contract/agreement';
import { numberText } from '../../core/texts';
import { wordOf } from '../../integrations/mail/words';

export type ProofWords = ReturnType<typeof proofWords>;

/** The words and numbers of a language. */
export function proofWords(language: Language) {
  const number = (value: number, digits: number) => numberText(value, digits, language);
  const word = (key: string, values: Readonly<Record<string, string | number>> = {}) =>
    wordOf(language, `proof.${key}`, values);
  const index = (key: string) => wordOf(language, `report.index.${key}`);
  const cause = (name: string) => wordOf(language, `reports.lossCause.${name}`);
  const formula = (key: string, values: Readonly<Record<string, string | number>>) =>
    wordOf(language, `agreement.source.${key}`, values);
  return { number, word, index, cause, formula };
}

const absent = '–';

/** A number with its unit. */
function quantity({ number }: ProofWords, value: number | null, digits: number, unit: string): string {
  return value === null ? absent : `${number(value, digits)}\u00a0${unit}`;
}

/** A figure and half of the interval in which it lies. */
function within(words: ProofWords, value: number | null, percent: number, digits: number): string {
  if (value === null) return absent;
  return `${quantity(words, value, digits, '%')} ± ${quantity(words, (value * percent) / 100, digits, '%')}`;
}

type Row = readonly string[];

/** A sheet of texts: what it is, its values, and how they are made. */
function sheetOf(nome: string, titolo: string, heads: readonly string[], rows: readonly Row[]): ProofSheet {
  const colonne = heads.map((head, at) => ({
    nome: head,
    unita: '',
    decimali: 0,
    valori: rows.map(row => row[at] ?? ''),
  }));
  return { nome, titolo, colonne };
}

const plainHeads = ({ word }: ProofWords) => [word('figure'), word('value'), word('how')];

/** The power at reporting conditions, or why there is none; and what was left out. */
export function capacitySheet(test: CapacityTest, doubt: Uncertainty, words: ProofWords): ProofSheet {
  const { word } = words;
  const rows =
    'missing' in test.result
      ? [missingRow(test, test.result.missing, words)]
      : resultRows(test, doubt, words);
  const out = leftOut.flatMap(reason => outText(test.out.get(reason) ?? 0, reason, words));
  rows.push([
    word('capacity.out'),
    `${words.number(test.quarters - test.used, 0)} / ${words.number(test.quarters, 0)}`,
    out.join(', '),
  ]);
  return sheetOf('capacita', word('capacity.title'), plainHeads(words), rows);
}

const outText = (count: number, reason: LeftOut, { word, number }: ProofWords) =>
  count === 0
    ? []
    : word(`capacity.reason.${reason}`, { count: number(count, 0), light: number(leastLight, 0) });

function missingRow({ used, days }: CapacityTest, why: string, { word }: ProofWords): Row {
  const values = { light: leastLight, points: leastPoints, used, leastDays, days };
  return [word('capacity.missing'), absent, word(`capacity.why.${why}`, values)];
}

/** The greatest error that two regressions and the instruments leave, k = 2, %. */
export const capacityDoubt = (regression: number, doubt: Uncertainty) =>
  Math.hypot(2 * regression, ofIndex(doubt));

function resultRows({ result, used, days }: CapacityTest, doubt: Uncertainty, words: ProofWords): Row[] {
  if ('missing' in result) return [];
  const { conditions, isOfModules, measured, expected, regression } = result;
  const { word } = words;
  const wind = conditions.wind === null ? [] : [quantity(words, conditions.wind, 1, 'm/s')];
  const temperature = quantity(words, conditions.temperature, 1, '°C');
  const at = [
    quantity(words, conditions.light, 0, 'W/m²'),
    isOfModules ? `${temperature} (${word('capacity.ofModules')})` : temperature,
    ...wind,
  ];
  const formula = `E (a₁ + a₂ E + a₃ T${conditions.wind === null ? '' : ' + a₄ v'})`;
  const how = { formula, used: words.number(used, 0), days };
  const ratio = within(words, (100 * measured) / expected, capacityDoubt(regression, doubt), 1);
  return [
    [word('capacity.conditions'), at.join(', '), word('capacity.conditionsHow')],
    [word('capacity.measured'), quantity(words, measured, 1, 'kW'), word('capacity.measuredHow', how)],
    [word('capacity.expected'), quantity(words, expected, 1, 'kW'), word('capacity.expectedHow')],
    [word('capacity.ratio'), ratio, word('capacity.ratioHow')],
    [word('doubt.regression'), half(words, 2 * regression), word('doubt.regressionHow')],
    ...instrumentRows(doubt, words),
  ];
}

const half = (words: ProofWords, percent: number) => `±\u00a0${quantity(words, percent, 1, '%')}`;

function instrumentRows(doubt: Uncertainty, words: ProofWords): Row[] {
  const { word } = words;
  const date = doubt.calibrated ?? word('doubt.never');
  const lightHow = word('doubt.lightHow', {
    class: doubt.lightClass ?? word('doubt.assumed'),
    date: doubt.isOverdue && doubt.calibrated !== null ? word('doubt.overdue', { date }) : date,
  });
  const meterHow =
    doubt.meterClass === null
      ? word('doubt.inverterHow')
      : word('doubt.meterHow', { class: doubt.meterClass });
  return [
    [word('doubt.light'), half(words, doubt.light), lightHow],
    [word('doubt.meter'), half(words, doubt.meter), meterHow],
    [word('doubt.temperature'), half(words, doubt.temperature), word('doubt.temperatureHow')],
  ];
}

/** How uncertain the figures of the report are. */
export function doubtSheet({ indici }: Report, doubt: Uncertainty, words: ProofWords): ProofSheet {
  const { word, index } = words;
  return sheetOf('incertezza', word('doubt.title'), plainHeads(words), [
    [index('pr'), within(words, indici.pr, ofRatio(doubt), 1), word('doubt.prHow')],
    [index('epi'), within(words, indici.epi, ofIndex(doubt), 1), word('doubt.epiHow')],
    ...instrumentRows(doubt, words),
  ]);
}

/** What was agreed beside what is measured: of a time with a budget. The energy is corrected for the light. */
export function agreedSheet(report: Report, agreed: Agreement, words: ProofWords): ProofSheet[] {
  const { budget, perdite, indici } = report;
  if (!budget) return [];
  const { word, index } = words;
  const percent = (value: number | null, wanted: number | null) => [
    quantity(words, value, 2, '%'),
    quantity(words, wanted, 2, '%'),
    value === null || wanted === null ? absent : quantity(words, value - wanted, 2, '%'),
  ];
  const rows = [
    [
      word('contract.availability'),
      ...percent(perdite.disponibilita, budget.disponibilita),
      availabilityHow(report, agreed, words),
    ],
    [index('pr'), ...percent(indici.pr, budget.pr), word('doubt.prHow')],
    energyRow(report, budget, words),
  ];
  const heads = [word('figure'), word('value'), word('agreed'), word('difference'), word('how')];
  return [sheetOf('concordato', word('contract.title'), heads, rows)];
}

/** The usual agreement in words of its own; another one with its formula and exclusions. */
function availabilityHow({ dati, indici, perdite }: Report, agreed: Agreement, words: ProofWords): string {
  const { formula, excluded } = agreed;
  const isUsual = formula === 'tempo' && [...excluded].sort().join() === [...usualExclusions].sort().join();
  if (isUsual) return words.word('contract.availabilityHow', { light: words.number(dati.soglia, 0) });
  const counted = perdite.cause.filter(({ causa }) => !excluded.includes(causa));
  return words.formula(formula === 'energia' ? 'byEnergy' : 'byTime', {
    causes: excluded.map(words.cause).join(', ') || absent,
    light: quantity(words, dati.soglia, 0, 'W/m²'),
    made: quantity(words, indici.energia, 1, 'kWh'),
    lost: quantity(
      words,
      counted.reduce((sum, { persa }) => sum + persa, 0),
      1,
      'kWh',
    ),
  });
}

function energyRow(
  { indici, periodo, dati }: Report,
  budget: NonNullable<Report['budget']>,
  words: ProofWords,
): Row {
  const { word, number } = words;
  const energy = (kWh: number | null) => quantity(words, kWh, 0, 'kWh');
  const [made, light, planned] = [indici.energia, indici.resa_riferimento, budget.irraggiamento];
  const isKnown = (periodo.copertura_luce ?? 0) >= dati.copertura_certa;
  const isCorrected = isKnown && light !== null && planned !== null && planned > 0;
  const wanted = isCorrected ? (budget.p50 * light) / planned : budget.p50;
  const how = isCorrected
    ? word('contract.energyHow', {
        budget: energy(budget.p50),
        light: number(light, 1),
        planned: number(planned, 1),
      })
    : word('contract.energyPlain', { coverage: number(periodo.copertura_luce ?? 0, 0) });
  const difference = made === null ? absent : energy(made - wanted);
  return [word('contract.energy'), energy(made), energy(wanted), difference, how];
}
