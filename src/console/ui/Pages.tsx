import { t } from '../i18n/translate';

/** A table with more rows is divided into pages of this length. */
export const pageLength = 100;

/** The rows of a page, counted from 0. A page that does not exist is replaced by the nearest one. */
export function pageOf<Row>(rows: readonly Row[], wishedPage: number) {
  const pages = Math.ceil(rows.length / pageLength);
  const page = Math.max(0, Math.min(wishedPage, pages - 1));
  const first = page * pageLength;
  const part = pages > 1 ? { first, total: rows.length } : undefined;
  return { page, pages, first, part, shown: rows.slice(first, first + pageLength) };
}

interface Props {
  readonly page: number;
  readonly pages: number;
  /** Total number of rows. */
  readonly total: number;
  readonly setPage: (page: number) => void;
}

/** Buttons to change the page of a table; nothing where there is only one page. */
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
