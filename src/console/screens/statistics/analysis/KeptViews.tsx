import type { FormEvent } from 'react';
import { longestViewName, mostViews } from '../../../../contract/analysis-limits';
import { ApiError } from '../../../data/api-error';
import { keepView, keptViews, removeView } from '../../../data/kept-views';
import { useResource } from '../../../data/use-resource';
import { t } from '../../../i18n/translate';
import { nothingSaid, useSaid } from '../../../i18n/use-said';
import { Icon } from '../../../ui/Icon';

/** The views that the user has kept; `search` is the query of the one on the screen. Nothing where the datalogger keeps none. */
export function KeptViews({ search, canKeep }: { readonly search: string; readonly canKeep: boolean }) {
  const { value } = useResource(keptViews);
  const [fault, sayFault] = useSaid();
  if (!value || (value.length === 0 && !canKeep)) return null;
  const attempt = (work: Promise<void>, words: (error: unknown) => string) =>
    work.then(
      () => sayFault(nothingSaid),
      (error: unknown) => sayFault(() => words(error)),
    );
  const keep = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get('nome') ?? '').trim();
    void attempt(
      keepView(name, search).then(() => form.reset()),
      keepFault,
    );
  };
  return (
    <section className="noprint">
      <div className="ph">
        <h2>{t('analysis.kept')}</h2>
      </div>
      {value.length > 0 && (
        <ul className="kept">
          {value.map(view => (
            <li key={view.id} className="row">
              <a href={`/stats&reports?${view.search}`}>{view.name}</a>
              <button
                type="button"
                className="q keep"
                aria-label={t('analysis.forget', { name: view.name })}
                onClick={() => void attempt(removeView(view.id), () => t('analysis.forgetFailed'))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {canKeep && (
        <form className="row" onSubmit={keep}>
          <input
            type="text"
            autoComplete="off"
            aria-label={t('analysis.keepName')}
            placeholder={t('analysis.keepName')}
            maxLength={longestViewName}
            required
            name="nome"
          />
          <button type="submit" className="o">
            {t('analysis.keep')}
          </button>
          <small>{t('analysis.keptHint')}</small>
        </form>
      )}
      <p role="status">{fault}</p>
    </section>
  );
}

function keepFault(error: unknown): string {
  const isFull = error instanceof ApiError && error.details.code === 'conflict';
  return isFull ? t('analysis.keptFull', { most: mostViews }) : t('analysis.keepFailed');
}
