import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { t } from '../../i18n/translate';
import { Lazy } from '../Lazy';
import type { ItemsProps } from './PlotItems';

/** Rarely used code: entries of the menu, table and files. */
export const loadOnDemand = () => import('./on-demand');
const loadItems = () => loadOnDemand().then(({ PlotItems }) => PlotItems);

/** The menu for rarer actions: zoom without a wheel, values as a table, files. Its code is loaded when it is opened. */
export function PlotMenu(props: Omit<ItemsProps, 'onChosen'>) {
  const [isOpen, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useId();
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving the menu, or Esc anywhere in it, closes it
    <div
      ref={area}
      className="pmenu noprint"
      onKeyDown={onKeyDown}
      onBlur={event => !area.current?.contains(event.relatedTarget) && setOpen(false)}
    >
      <button
        ref={button}
        type="button"
        className="q keep"
        aria-label={t('plot.menu')}
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
      >
        •••
      </button>
      <div id={panel} hidden={!isOpen} tabIndex={-1}>
        {isOpen && <Lazy load={loadItems} props={{ ...props, onChosen: close }} />}
      </div>
    </div>
  );
}
