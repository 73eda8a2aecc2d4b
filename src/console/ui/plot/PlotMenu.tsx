import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { t } from '../../i18n/translate';
import type { PlotModel } from './model';
import type { Zoom } from './use-view';

interface Props {
  readonly model: PlotModel;
  readonly zoom: Zoom;
  /** What an image shows. */
  readonly root: RefObject<HTMLElement | null>;
  readonly fileName: string;
  readonly isTable: boolean;
  readonly onTable: () => void;
}

type Item = readonly [label: string, onClick: () => void, isPressed?: boolean];

/** What is done less often than looking: zoom without a wheel, values as a table, files. */
export function PlotMenu(props: Props) {
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
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving it, or Esc anywhere in it, closes what is open
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
        {isOpen && <Items items={itemsOf(props)} onDone={close} />}
      </div>
    </div>
  );
}

function Items({ items, onDone }: { readonly items: readonly Item[]; readonly onDone: () => void }) {
  return items.map(([label, onClick, isPressed]) => (
    <button
      key={label}
      type="button"
      className="q keep"
      aria-pressed={isPressed}
      onClick={() => {
        onDone();
        onClick();
      }}
    >
      {label}
    </button>
  ));
}

// Saving is rare: its code comes when it is asked for.
const loadSave = () => import('./save');

function itemsOf({ model, zoom, root, fileName, isTable, onTable }: Props): readonly Item[] {
  const { view, zoomBy, showAll, isZoomed } = zoom;
  const save = (kind: 'saveCsv' | 'saveSvg' | 'savePng') => async () => {
    const files = await loadSave();
    if (root.current) await files[kind](root.current, model, fileName);
  };
  return [
    [t('plot.zoomIn'), () => zoomBy(0.5, (view.from + view.to) / 2)],
    ...(isZoomed ? [[t('plot.whole'), showAll] as const] : []),
    [t('plot.table'), onTable, isTable],
    [t('plot.csv'), save('saveCsv')],
    [t('plot.svg'), save('saveSvg')],
    [t('plot.png'), save('savePng')],
  ];
}
