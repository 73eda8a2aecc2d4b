import './table.css';
import { t } from '../i18n/translate';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Searches the rows of a table. It works on loaded data, so it can be used without a connection. */
export function SearchField({ value, onChange }: Props) {
  return (
    <input
      type="search"
      className="keep"
      aria-label={t('table.search')}
      placeholder={t('table.search')}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}

/** Whether one of the texts contains the search text, ignoring case. */
export function isFound(typed: string, texts: readonly string[]): boolean {
  const wanted = typed.trim().toLowerCase();
  return texts.some(text => text.toLowerCase().includes(wanted));
}
