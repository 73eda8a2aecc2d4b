import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { KindSign } from '../../ui/heatmap/CellsDrawing';
import { countKinds } from './count-kinds';
import { looks } from './looks';
import type { Entry } from './scale';
import { exceptionKinds, type StringFacts, type StringKind, stringKinds } from './string-list';
import { kindWord } from './words';

/** Whose name alone does not say where they begin. */
const isRanged = (kind: StringKind) => kind === 'severe' || kind === 'poor' || kind === 'warning';

/** The classes that there are, and those that must not be. */
export function classEntries(strings: readonly StringFacts[]): readonly Entry[] {
  const counts = countKinds(strings);
  return stringKinds
    .filter(kind => counts[kind] > 0 || kind === 'good' || exceptionKinds.includes(kind))
    .map(kind => ({
      key: kind,
      look: looks[kind],
      word: isRanged(kind) ? `${kindWord(kind)} ${t(`strings.range.${kind}`)}` : kindWord(kind),
      count: counts[kind],
    }));
}

/** What the cells mean, and how many there are of each kind. */
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
