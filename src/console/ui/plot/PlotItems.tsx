import type { RefObject } from 'react';
import { asWorkbook } from '../../data/table-file';
import { t } from '../../i18n/translate';
import type { PlotModel } from './model';
import { saveCsv, savePng, saveSvg } from './save';
import type { Zoom } from './use-view';

export interface ItemsProps {
  readonly model: PlotModel;
  readonly zoom: Zoom;
  /** The element that is saved as an image. */
  readonly root: RefObject<HTMLElement | null>;
  readonly fileName: string;
  readonly isTable: boolean;
  readonly onTable: () => void;
  /** Called before the chosen action runs. */
  readonly onChosen: () => void;
}

type Item = readonly [label: string, onClick: () => void, isPressed?: boolean];

/** The entries of the menu of a chart. */
export function PlotItems(props: ItemsProps) {
  return itemsOf(props).map(([label, onClick, isPressed]) => (
    <button
      key={label}
      type="button"
      className="q keep"
      aria-pressed={isPressed}
      onClick={() => {
        props.onChosen();
        onClick();
      }}
    >
      {label}
    </button>
  ));
}

function itemsOf({ model, zoom, root, fileName, isTable, onTable }: ItemsProps): readonly Item[] {
  const { view, zoomBy, showAll, isZoomed } = zoom;
  const save = (write: (root: HTMLElement, model: PlotModel, fileName: string) => unknown) => () =>
    root.current && write(root.current, model, fileName);
  return [
    [t('plot.zoomIn'), () => zoomBy(0.5, (view.from + view.to) / 2)],
    ...(isZoomed ? [[t('plot.whole'), showAll] as const] : []),
    [t('plot.table'), onTable, isTable],
    [t('plot.csv'), save(saveCsv)],
    ['XLSX', () => asWorkbook(save(saveCsv))],
    [t('plot.svg'), save(saveSvg)],
    [t('plot.png'), save(savePng)],
  ];
}
