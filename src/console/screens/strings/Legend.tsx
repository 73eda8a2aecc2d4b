import { lossLimits } from '../../data/deviation';
import { formatDifference, formatNumber } from '../../i18n/format';
import { KindSign } from '../../ui/heatmap/CellsDrawing';
import { countKinds } from './count-kinds';
import { looks } from './heatmap-marks';
import type { Entry } from './scale';
import { exceptionKinds, type StringFacts, type StringKind, stringKinds } from './string-list';
import { kindWord } from './words';

/** Lower end of each class, in % below the median; the most serious class has none. */
const ends: Partial<Record<StringKind, number>> = {
  warning: lossLimits.poor,
  poor: lossLimits.severe,
  severe: Number.POSITIVE_INFINITY,
};
const begins: Partial<Record<StringKind, number>> = { ...lossLimits, warning: 0 };

/** The classes with strings, and the exceptional classes even without; classes that lie within the threshold are left out. */
export function classEntries(strings: readonly StringFacts[], threshold: number): readonly Entry[] {
  const counts = countKinds(strings);
  const percent = (limit: number) => formatDifference(-limit, 0);
  const wordOf = (kind: StringKind) => {
    const [from, to] = [Math.max(threshold, begins[kind] ?? 0), ends[kind]];
    if (to === undefined) return kindWord(kind);
    const range = Number.isFinite(to) ? `${percent(to)}…${percent(from)}` : `< ${percent(from)}`;
    return `${kindWord(kind)} ${range}\u00a0%`;
  };
  return stringKinds
    .filter(kind => counts[kind] > 0 || kind === 'good' || exceptionKinds.includes(kind))
    .filter(kind => threshold < (ends[kind] ?? Number.POSITIVE_INFINITY))
    .map(kind => ({ key: kind, look: looks[kind], word: wordOf(kind), count: counts[kind] }));
}

/** The legend of the cells, with the number of cells of each kind. */
export function Legend({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <ul className="hleg">
      {entries.map(({ key, look, word, count }) => (
        <li key={key}>
          <KindSign look={look} />
          <span>{word}</span>
          <b>{formatNumber(count, 0)}</b>
        </li>
      ))}
    </ul>
  );
}
