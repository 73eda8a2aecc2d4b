import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { KindSign } from '../../ui/heatmap/CellsDrawing';
import { countKinds } from './count-kinds';
import { looks } from './looks';
import { exceptionKinds, type StringFacts, type StringKind, stringKinds } from './string-list';
import { kindWord } from './words';

/** Whose name alone does not say where they begin. */
const isRanged = (kind: StringKind) => kind === 'severe' || kind === 'poor' || kind === 'warning';

/** What the cells mean, and how many there are of each kind. */
export function Legend({ strings }: { readonly strings: readonly StringFacts[] }) {
  const counts = countKinds(strings);
  const shown = stringKinds.filter(
    kind => counts[kind] > 0 || kind === 'good' || exceptionKinds.includes(kind),
  );
  return (
    <ul className="hleg">
      {shown.map(kind => (
        <li key={kind}>
          <KindSign look={looks[kind]} />
          <span>
            {kindWord(kind)} {isRanged(kind) && t(`strings.range.${kind}`)}
          </span>
          <b>{formatNumber(counts[kind], 0)}</b>
        </li>
      ))}
    </ul>
  );
}
