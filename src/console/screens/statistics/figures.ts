import { type ReportIndex, reportIndices } from '../../../contract/report-figures';
import type { Report } from '../../data/report';
import { percentOf } from '../../data/statistics';
import { formatDifference, formatNumber, formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { energyText } from '../../reporting/head-words';
import { scaleOf } from '../../reporting/sheet';
import { marked, trustWords } from '../../reporting/trust';
import type { FigureFacts } from '../../ui/Figure';
import type { Scale } from '../../ui/Indicator';

/** A performance ratio within this many points of the target is normal. */
const targetBand = 2;
/** Place of the expected energy on the scale, in %. */
const expectedAt = 80;

/** The headline figures of a period; a dash in each while there is no report. */
export function figuresOf(report: Report | undefined, comparedLabel: string): readonly FigureFacts[] {
  const index = report?.index ?? (() => null);
  const [energy, expected, epi] = [index('energia'), index('attesa'), index('epi')];
  const target = report?.basis('pr_atteso') ?? null;
  const contractual = report?.basis('disponibilita_contrattuale') ?? null;
  const compared = (name: ReportIndex) => {
    const value = report?.compared?.index(name) ?? null;
    const [unit, decimals] = reportIndices[name];
    return value === null
      ? ''
      : t('report.comparedNote', { period: comparedLabel, value: formatQuantity(value, decimals, unit) });
  };
  const figure = (name: ReportIndex, rest: Pick<FigureFacts, 'scale' | 'note'>) =>
    figureOf(report, name, rest);
  return [
    figure('energia', {
      scale: level(percentOf(energy, expected)),
      note: expectedNote(expected, epi),
    }),
    figure('resa', { scale: against(report, 'resa'), note: compared('resa') }),
    figure('pr', {
      scale: {
        kind: 'pointer',
        value: index('pr'),
        band: target === null ? null : [target - targetBand, 100],
      },
      note: target === null ? compared('pr') : t('report.target', { value: formatQuantity(target, 0, '%') }),
    }),
    figure('disponibilita', {
      scale: { kind: 'pointer', value: fine(index('disponibilita')), band: [fine(contractual) ?? 0, 100] },
      note: index('fermo') === null ? '' : t('report.lostNote', { time: formatNumber(index('fermo'), 1) }),
    }),
    figure('resa_riferimento', {
      scale: against(report, 'resa_riferimento'),
      note: compared('resa_riferimento'),
    }),
    figure('autoconsumo', {
      scale: { kind: 'level', value: index('autoconsumo') },
      note:
        index('immessa') === null ? '' : t('report.exportedNote', { value: energyText(index('immessa')) }),
    }),
  ];
}

function expectedNote(expected: number | null, epi: number | null): string {
  if (expected === null) return '';
  const percent = `${formatDifference(epi === null ? null : epi - 100, 1)}\u00a0%`;
  return t('report.expectedNote', { value: energyText(expected), percent });
}

/** An uncertain figure is marked, and its note says why. */
function figureOf(
  report: Report | undefined,
  name: ReportIndex,
  { scale, note }: Pick<FigureFacts, 'scale' | 'note'>,
): FigureFacts {
  const value = report?.index(name) ?? null;
  const why = report ? trustWords(report, name, report) : '';
  const [ownUnit, ownDecimals] = reportIndices[name];
  const { unit, decimals, factor } = scaleOf(ownUnit, ownDecimals, [value]);
  return {
    label: t(`report.index.${name}`),
    help: name,
    value: marked(formatNumber(value === null ? null : value * factor, decimals), why !== ''),
    unit,
    scale,
    note: why === '' ? note : why,
  };
}

function level(percent: number | null): Scale {
  return {
    kind: 'level',
    value: percent === null ? null : (percent * expectedAt) / 100,
    expected: expectedAt,
  };
}

/** The level relative to the compared period, of a running one to the same part of it; without such a period there is no bar. */
function against(report: Report | undefined, name: ReportIndex): Scale | null {
  const other = report?.compared?.index(name) ?? null;
  return other === null ? null : level(percentOf(report?.index(name) ?? null, other));
}

/** Expands the range of availabilities, 90 to 100 %, to the whole scale. */
function fine(percent: number | null): number | null {
  return percent === null ? null : 10 * (percent - 90);
}
