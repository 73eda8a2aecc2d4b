import { type ComponentProps, useState } from 'react';
import { formatNumber } from '../i18n/format';
import { t } from '../i18n/translate';
import { Icon } from '../ui/Icon';
import { Pages, pageOf } from '../ui/Pages';
import { DeviceTable } from './DeviceTable';
import type { Device } from './device-list';
import type { Fold } from './use-fold';

interface Props<D extends Device> extends Omit<ComponentProps<typeof DeviceTable<D>>, 'part'> {
  /** Null where nothing is folded. */
  readonly fold: Fold<D> | null;
}

/** The pages of the table. Where regular devices are folded, a button between them and the others opens them. */
export function DeviceRows<D extends Device>({ fold, rows, ...table }: Props<D>) {
  const [wishedPage, setPage] = useState(0);
  const all = fold ? [...fold.exceptions, ...(fold.isOpen ? fold.regular : [])] : (rows ?? []);
  const { page, pages, first, part, shown } = pageOf(all, wishedPage);
  const top = fold ? shown.slice(0, Math.max(0, fold.exceptions.length - first)) : shown;
  const below = shown.slice(top.length);
  const label = fold
    ? t('details.regular', { count: fold.regular.length, number: formatNumber(fold.regular.length, 0) })
    : '';
  return (
    <>
      {(top.length > 0 || !fold) && <DeviceTable {...table} rows={rows && top} part={part} />}
      {fold && fold.regular.length > 0 && (
        <button type="button" className="o wide regular" aria-expanded={fold.isOpen} onClick={fold.toggle}>
          {label} <Icon name="chev" />
        </button>
      )}
      {below.length > 0 && (
        <DeviceTable
          {...table}
          rows={below}
          label={label}
          part={part && { ...part, first: part.first + top.length }}
          expected={0}
        />
      )}
      <Pages {...{ page, pages, total: all.length, setPage }} />
    </>
  );
}
