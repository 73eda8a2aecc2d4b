import { useFieldHints } from '../form/hints';
import { t } from '../i18n/translate';
import { Icon } from '../ui/Icon';
import type { Source } from './descriptor';

interface Props {
  readonly source: Source;
  /** Begins a new record; undefined for those who may not. */
  readonly onAdd: (() => void) | undefined;
}

/** A first step besides the form of a new record: the search that finds devices of these kinds, the module that an input needs. */
const elsewhere = [
  [/inverters|contatori|box-stringhe|sensori|trackers/, '/config/setup-sistema?vista=bus', 'search'],
  [/digital-signals/, '/config/digital-signals?vista=moduli', 'modules'],
] as const;

/** In place of a list without records: what it is for, and the first step. */
export function EmptyList({ source, onAdd }: Props) {
  const kind = source.read.replace(/^.*\//, '').replace(/^GET /, '');
  const purposeOf = useFieldHints('configEmpty');
  const other = elsewhere.find(([kinds]) => kinds.test(kind));
  return (
    <section>
      <h2>{t('configEmpty.title')}</h2>
      <p className="fld">{purposeOf(kind.replaceAll('-', '_')) ?? '\u00a0'}</p>
      {onAdd && (
        <div className="row">
          <button type="button" onClick={onAdd}>
            <Icon name="plus" /> {t('config.add')}
          </button>
          {other && <a href={other[1]}>{t(`configEmpty.${other[2]}`)}</a>}
        </div>
      )}
    </section>
  );
}
