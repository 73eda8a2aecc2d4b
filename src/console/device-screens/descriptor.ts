import type { ComponentType, ReactNode } from 'react';
import type { AlarmMark } from '../data/alarm-counts';
import type { AlarmGroup } from '../data/alarm-rows';
import type { Resource } from '../data/resource';
import type { HelpKey, WordKey } from '../i18n/words';
import type { FigureFacts } from '../ui/Figure';
import type { HeadWords } from '../ui/panel-words';
import type { Device, DeviceList } from './device-list';
import type { Today } from './today';

/** One kind of device as its screen shows it: read `README.md` of this folder for how to write one. */
export interface DeviceScreen<D extends Device> {
  /** The menu entry; also the name of the table and the drawer. */
  readonly title: WordKey;
  readonly source: DeviceSource<D>;
  readonly columns: readonly Column<D>[];
  /** Until the user sorts the table, the devices that need attention are above the others. */
  readonly isUrgentFirst?: boolean;
  /** The state of the devices, and the devices that are not as they should be. */
  readonly headWords: (view: View<D>) => HeadWords;
  readonly figures: (view: View<D>) => readonly FigureFacts[];
  readonly detail: Detail<D>;
  /** Further panels below the table. */
  readonly Panels?: ComponentType<{ readonly view: View<D> }>;
}

/** The part of a screen that a table of devices needs, because other screens have such tables too. */
export interface TableScreen<D extends Device> {
  readonly title: WordKey;
  readonly source: { readonly group: AlarmGroup };
  readonly columns: readonly Column<D>[];
  readonly isUrgentFirst?: boolean;
}

/** Where the values come from. */
export interface DeviceSource<D extends Device> {
  /** The group in the measurements, in the alarms, and in the name of the file. */
  readonly group: AlarmGroup;
  readonly live: Resource<DeviceList<D>>;
  /** Codes of the values whose curve of today is drawn for every device, such as `contatori.p`; null for none. */
  readonly today: string | null;
}

/** A column of the table, and at the same time a line of the card and a column of the file. */
export interface Column<D extends Device> {
  readonly key: string;
  readonly word: WordKey;
  /** The sentence that explains it. */
  readonly help?: HelpKey;
  /** The unit in the head of the column; empty where each cell has its own. */
  readonly unit: string;
  /** Number of decimals, also in the file; null for a text or a drawing. */
  readonly decimals: number | ((device: D) => number) | null;
  readonly isOnCard: boolean;
  /** Whether a table without room for all columns leaves it out before those that are not on cards. */
  readonly foldsFirst?: boolean;
  /** Whether `key` is a point of the group: the table leaves the column out where the datalogger does not provide it. */
  readonly isPoint?: boolean;
  /** Whether only the file has this column. */
  readonly isOnlyInFile?: boolean;
  /** The value for sorting and for the file; null for a drawing. */
  readonly read: ((device: D) => number | string | null) | null;
  /** A number to sort by instead, where texts have an order of severity. */
  readonly rank?: (device: D) => number;
  /**
   * Whether the state of a device needs no attention. A table with such a column has one line for each device on narrow screens, and folds
   * the regular ones where they are many.
   */
  readonly isRegular?: (device: D) => boolean;
  /** The content of the head, where it is more than the word. */
  readonly Head?: ComponentType<{ readonly view: View<D> }>;
  readonly Cell: ComponentType<CellProps<D>>;
}

export interface CellProps<D extends Device> {
  readonly device: D;
  readonly view: View<D>;
}

/** Everything on the screen at one instant. */
export interface View<D extends Device> {
  /** Undefined before the first answer. */
  readonly list: DeviceList<D> | undefined;
  readonly devices: readonly D[];
  readonly today: Today | undefined;
  /** The most severe alarm of a device; undefined if absent, or no information. */
  readonly markOf: (device: D) => AlarmMark | undefined;
  /** The plant's IANA time zone. */
  readonly zone: string;
  /** The values are not live: the connection is lost, or the datalogger refuses. */
  readonly isStill: boolean;
}

/** The contents of a device's drawer. */
export interface Detail<D extends Device> {
  /** The lines of the chart of today; the first line is the main value of the device. */
  readonly trendLines: (device: D) => readonly TrendLine[];
  readonly groups: (device: D, view: View<D>) => readonly FactGroup[];
  /** A drawing above the list of values. */
  readonly Drawing?: ComponentType<CellProps<D>>;
}

/** A line of the chart. Lines of the same unit share an axis; the first unit uses the left axis. */
export interface TrendLine {
  /** Such as `contatori.3.p`. */
  readonly code: string;
  readonly label: string;
  readonly unit: string;
  readonly decimals: number;
  readonly look: 'measured' | 'expected' | 'context' | 'l0';
}

export interface FactGroup {
  readonly title: string;
  /** `point`: the measure that the value is, where its device may have none. */
  readonly facts: readonly (readonly [label: string, value: ReactNode, point?: string])[];
}
