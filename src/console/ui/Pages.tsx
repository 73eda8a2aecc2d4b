import { t } from '../i18n/translate';

/** Longer tables come in pages of this many rows. */
export const pageLength = 100;

/** The rows of a page, counted from 0; of the nearest one where the wished page is not there. */
export function pageOf<Row>(rows: readonly Row[], wishedPage: number) {
  const pages = Math.ceil(rows.length / pageLength);
  const page = Math.max(0, Math.min(wishedPage, pages - 1));
  const first = page * pageLength;
  return { page, pages, first, shown: rows.slice(first, first + pageLength) };
}

interface Props {
  readonly page: number;
  readonly pages: number;
  /** Rows in all. */
  readonly total: number;
  readonly setPage: (page: number) => void;
}

/** Leads through the pages of a table; nothing where there is only one. */
export function Pages({ page, pages, total, setPage }: Props) {
  if (pages < 2) return null;
  return (
    <nav className="row" aria-label={t('table.pages')}>
      <button type="button" className="o keep" disabled={page === 0} onClick={() => setPage(page - 1)}>
        {t('table.previous')}
      </button>
      <span>{t('table.page', { page: page + 1, pages, total })}</span>
      <button
        type="button"
        className="o keep"
        disabled={page === pages - 1}
        onClick={() => setPage(page + 1)}
      >
        {t('table.next')}
      </button>
    </nav>
  );
}
