import { t, textOf } from '../i18n/translate';
import { Icon } from '../ui/Icon';
import type { AnyScreen } from './descriptor';

interface Props {
  readonly screen: Pick<AnyScreen, 'title' | 'words'>;
  /** Undefined before the first answer; null where there is no list. */
  readonly count: number | null | undefined;
  readonly onAdd?: (() => void) | undefined;
  /** Opens the view of many records at once. */
  readonly onMany?: (() => void) | undefined;
}

/** Configuration screens keep their plain title. The sentence below it says how many records there are and what a change does. */
export function SheetHead({ screen: { title, words }, count, onAdd, onMany }: Props) {
  const counted = count === null ? '' : `${t('config.count', { total: count ?? 0 })} `;
  return (
    <header className="head">
      <h1>{t(title)}</h1>
      <p>{count === undefined ? t('config.reading') : counted + (textOf(words, 'intro') ?? '')}</p>
      {(onAdd || onMany) && (
        <div className="row">
          {onAdd && (
            <button type="button" className="o" onClick={onAdd}>
              <Icon name="plus" /> {t('config.add')}
            </button>
          )}
          {onMany && (
            <button type="button" className="o" onClick={onMany}>
              {t('config.many')}
            </button>
          )}
        </div>
      )}
    </header>
  );
}
