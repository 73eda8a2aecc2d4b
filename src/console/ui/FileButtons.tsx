import { asWorkbook } from '../data/table-file';
import { t } from '../i18n/translate';
import { Icon } from './Icon';

interface Props {
  /** Downloads the table as CSV. */
  readonly save: () => unknown;
  readonly isDisabled?: boolean;
  /** What the table is of, for the names of the buttons. */
  readonly title?: string;
  /** Of the first button. */
  readonly className?: string;
}

/** Downloads a table as CSV, or as a workbook, which the datalogger makes of it. */
export function FileButtons({ save, isDisabled = false, title, className = '' }: Props) {
  return ['CSV', 'XLSX'].map((kind, index) => (
    <button
      key={kind}
      type="button"
      className={`o keep ${index ? '' : className}`}
      aria-label={t('table.download').replace('CSV', kind) + (title ? `: ${title}` : '')}
      disabled={isDisabled}
      onClick={index ? () => void asWorkbook(save) : save}
    >
      <Icon name="down" /> {kind}
    </button>
  ));
}
