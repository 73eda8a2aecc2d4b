import { type ReportIndex, reportIndices } from '../../../contract/report-figures';
import type { Report } from '../../data/report';
import { formatNumber } from '../../i18n/format';

/** From IEC 61724-1 and the domain brief, section 4. Symbols are separated by spaces, so that each can be replaced by its value. */
const formulas: Partial<Record<ReportIndex, string>> = {
  epi: 'E / E*',
  resa: 'Yf = E / P₀',
  resa_riferimento: 'Yr = Σ(G·Δt) / 1000 W/m², G ≥ 20 W/m²',
  resa_cc: 'Ya = E_CC / P₀',
  perdite_campo: 'Lc = Yr − Ya',
  perdite_sistema: 'Ls = Ya − Yf',
  pr: 'E / Er',
  pr25: 'E / ( Σ(C·P₀·G·Δt) / 1000 W/m² ), C = 1 + γ·(Tmod − 25 °C), γ = {gamma} %/K',
  disponibilita: '(Tu − Td) / Tu, G > {soglia} W/m²',
  disponibilita_energia: 'E / ( E + Ep )',
  fattore_capacita: 'E / ( Pca · h )',
  autoconsumata: 'E − Es − Ei',
  autoconsumo: '( E − Es − Ei ) / E',
  autarchia: '( E − Es − Ei ) / ( E − Es − Ei + Ec )',
  co2: 'E · f',
  tep: 'E · ft',
};

const hourS = 3600;
/** Coverage in % from which on nothing is missing, as it is written. */
const whole = 99.95;

/** A formula with symbols, and with the values of the report; empty if it does not exist or a value is missing. */
export interface Formula {
  readonly signs: string;
  readonly values: string;
}

export function formulaOf(report: Report, name: ReportIndex): Formula | null {
  const formula = formulas[name];
  if (formula === undefined) return null;
  const { basis } = report;
  const signs = formula
    .replace('{gamma}', formatNumber(basis('gamma'), 2))
    .replace('{soglia}', formatNumber(basis('soglia'), 0));
  const values = valuesOf(report);
  // The symbol before the equals sign is the name of the result.
  const words = formula.replace(/^\w+ = /, '').split(' ');
  // With a part of the light only, energy and light of the formula are not of the same time.
  const isWhole = (report.coverage[reportIndices[name][2]] ?? 100) >= whole;
  const isComplete =
    isWhole && words.every(word => (values.has(word) ? values.get(word) !== null : /^[()/·+−]$/.test(word)));
  return { signs, values: isComplete ? words.map(word => values.get(word) ?? word).join(' ') : '' };
}

/** Energy of transformer, lines and auxiliaries: what of the production is neither used on site nor exported. */
function ownUseOf(index: Report['index']): number | null {
  const [produced, used, exported] = [index('energia'), index('autoconsumata'), index('immessa')];
  return produced === null || used === null || exported === null
    ? null
    : Math.max(0, produced - used - exported);
}

function valuesOf({ index, basis, co2, dataFromS, dataToS }: Report): ReadonlyMap<string, string | null> {
  const text = (value: number | null, decimals: number) =>
    value === null ? null : formatNumber(value, decimals);
  const hours = dataFromS === null || dataToS === null ? null : (dataToS - dataFromS) / hourS;
  const year = co2('anno');
  const factor = text(co2('fattore'), 3);
  return new Map([
    ['E', text(index('energia'), 1)],
    ['E*', text(index('attesa'), 1)],
    ['Ei', text(index('immessa'), 1)],
    ['Ec', text(index('prelevata'), 1)],
    ['Es', text(ownUseOf(index), 1)],
    ['Er', text(basis('riferimento'), 1)],
    ['Ep', text(index('persa'), 1)],
    ['Yr', text(index('resa_riferimento'), 2)],
    ['Ya', text(index('resa_cc'), 2)],
    ['Yf', text(index('resa'), 2)],
    ['P₀', text(basis('kwp'), 1)],
    ['Pca', text(basis('pca'), 1)],
    ['h', text(hours, 1)],
    ['f', factor === null ? null : `${factor} kg/kWh${year === null ? '' : ` (${year})`}`],
    ['ft', text(basis('tep'), 6)],
  ]);
}
