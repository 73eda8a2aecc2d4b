import './table.css';
import { t } from '../i18n/translate';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Searches the rows of a table; works on what is there, so it stays usable while nobody answers. */
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

/** Whether one of the texts contains what was typed, whatever the case. */
export function isFound(typed: string, texts: readonly string[]): boolean {
  const wanted = typed.trim().toLowerCase();
  return texts.some(text => text.toLowerCase().includes(wanted));
}
