import type { ComponentType, ReactNode } from 'react';
import type { AlarmMark } from '../data/alarm-counts';
import type { AlarmGroup } from '../data/alarm-rows';
import type { Resource } from '../data/resource';
import type { WordKey } from '../i18n/words';
import type { FigureFacts } from '../ui/Figure';
import type { HeadWords } from '../ui/panel-words';
import type { Device, DeviceList } from './device-list';
import type { Today } from './today';

/** One kind of device as its screen shows it: read `README.md` of this folder for how to write one. */
export interface DeviceScreen<D extends Device> {
  /** Of the menu: it also names the table and the drawer. */
  readonly title: WordKey;
  readonly source: DeviceSource<D>;
  readonly columns: readonly Column<D>[];
  /** How the devices are doing, and which of them are not as they should be. */
  readonly headWords: (view: View<D>) => HeadWords;
  readonly figures: (view: View<D>) => readonly FigureFacts[];
  readonly detail: Detail<D>;
  /** Further panels below the table. */
  readonly Panels?: ComponentType<{ readonly view: View<D> }>;
}

/** What a table of devices needs of a screen: other screens have such tables too. */
export interface TableScreen<D extends Device> {
  readonly title: WordKey;
  readonly source: { readonly group: AlarmGroup };
  readonly columns: readonly Column<D>[];
}

/** Where the values come from. */
export interface DeviceSource<D extends Device> {
  /** Of the measures, of the alarms, and in the name of the file. */
  readonly group: AlarmGroup;
  readonly live: Resource<DeviceList<D>>;
  /** Codes of what is drawn of today for every device, such as `contatori.p`; null where nothing is. */
  readonly today: string | null;
}

/** One column of the table, one line of a card, one cell of the file. */
export interface Column<D extends Device> {
  readonly key: string;
  readonly word: WordKey;
  /** Stands in the head; empty where each cell says its own. */
  readonly unit: string;
  /** Of the numbers, also in the file; null for a text or a drawing. */
  readonly decimals: number | ((device: D) => number) | null;
  readonly isOnCard: boolean;
  /** Whether the file alone has it. */
  readonly isOnlyInFile?: boolean;
  /** What the table is sorted by and the file holds; null for a drawing. */
  readonly read: ((device: D) => number | string | null) | null;
  /** What the table is sorted by instead, where words have a weight. */
  readonly rank?: (device: D) => number;
  /** The head, where it says more than the word. */
  readonly Head?: ComponentType<{ readonly view: View<D> }>;
  readonly Cell: ComponentType<CellProps<D>>;
}

export interface CellProps<D extends Device> {
  readonly device: D;
  readonly view: View<D>;
}

/** Everything on the screen at one moment. */
export interface View<D extends Device> {
  /** Undefined before the first answer. */
  readonly list: DeviceList<D> | undefined;
  readonly devices: readonly D[];
  readonly today: Today | undefined;
  /** The gravest alarm of a device; undefined where nothing is the matter, or it is not told. */
  readonly markOf: (device: D) => AlarmMark | undefined;
  /** The plant's IANA zone. */
  readonly zone: string;
  /** The values stand still: the connection is lost, or the datalogger refuses. */
  readonly isStill: boolean;
}

/** What the drawer of a device shows. */
export interface Detail<D extends Device> {
  /** Lines of today; the first is the device's own. */
  readonly trendLines: (device: D) => readonly TrendLine[];
  readonly groups: (device: D, view: View<D>) => readonly FactGroup[];
  /** What is drawn above the facts. */
  readonly Drawing?: ComponentType<CellProps<D>>;
}

/** One line of the trend. Lines of one unit share an axis; the first unit has the left one. */
export interface TrendLine {
  /** `contatori.3.p` */
  readonly code: string;
  readonly label: string;
  readonly unit: string;
  readonly decimals: number;
  readonly look: 'measured' | 'expected' | 'context';
}

export interface FactGroup {
  readonly title: string;
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
}
