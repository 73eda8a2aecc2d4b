import { type ComponentProps, useMemo, useState } from 'react';
import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Icon } from '../Icon';
import { foldMap } from './fold';
import { HeatMap } from './HeatMap';
import type { MapCell } from './layout';

interface Props<C extends MapCell> extends ComponentProps<typeof HeatMap<C>> {
  readonly isRegular: (cell: C) => boolean;
}

/** A map whose exceptions come first: where it has many lines, those that are all regular are folded below a button with their number. */
export function ExceptionsMap<C extends MapCell>({ isRegular, ...map }: Props<C>) {
  const { groups, isNarrow } = map;
  const [isOpen, setOpen] = useState(false);
  const folded = useMemo(() => foldMap(groups, isRegular, isNarrow), [groups, isRegular, isNarrow]);
  const shown = folded && !isOpen ? folded.groups : groups;
  return (
    <>
      {shown.length > 0 && <HeatMap {...map} groups={shown} />}
      {folded && (
        <button
          type="button"
          className="o wide keep regular"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {folded.groups.length > 0 && '+'}
          {t('details.regular', { count: folded.regular, number: formatNumber(folded.regular, 0) })}{' '}
          <Icon name="chev" />
        </button>
      )}
    </>
  );
}
