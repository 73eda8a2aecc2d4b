import { lossLimits } from '../../data/deviation';
import {
  type Box,
  isException,
  type Owner,
  type StringFacts,
  type StringList,
  stringKinds,
} from './string-list';

/** What the map shows for each string: deviation from the median, current, or energy lost today. */
export const quantities = ['deviation', 'current', 'energy'] as const;
export type Quantity = (typeof quantities)[number];

/** What one line of the map contains. */
export const groupings = ['owner', 'box', 'rank'] as const;

/** The classes that can be selected: the strings below the threshold, all, or one kind. */
export const classes = ['below', 'all', ...stringKinds] as const;

/** The filter of the map; by default it shows all strings. */
export interface Filter {
  readonly quantity: Quantity;
  readonly kind: (typeof classes)[number];
  /** Id of the inverter or box; empty for all. */
  readonly owner: string;
  readonly box: string;
  readonly grouping: (typeof groupings)[number];
  /** % below the median from which a string is highlighted. */
  readonly threshold: number;
}

/** Names of the parameters in the address. */
const names = {
  quantity: 'vista',
  kind: 'classe',
  owner: 'inverter',
  box: 'quadro',
  grouping: 'righe',
  threshold: 'soglia',
} as const;
const fields = ['quantity', 'kind', 'owner', 'box', 'grouping', 'threshold'] as const;
const first: Filter = {
  quantity: 'deviation',
  kind: 'below',
  owner: '',
  box: '',
  grouping: 'owner',
  threshold: lossLimits.warning,
};

/** A whole number of % for the threshold; null if the text is not one. */
export function thresholdOf(text: string): number | null {
  const percent = Number(text);
  return Number.isInteger(percent) && percent > 0 && percent < 100 ? percent : null;
}

/** Reads the filter from the query of the address. Values that are invalid or not in the plant are ignored. */
export function readFilter(search: string, { owners }: StringList): Filter {
  const query = new URLSearchParams(search);
  const of = (field: keyof Filter) => query.get(names[field]) ?? '';
  const chosen = owners.filter(({ id }) => id === of('owner'));
  const boxes = (chosen.length > 0 ? chosen : owners).flatMap(owner => owner.boxes);
  return {
    quantity: quantities.find(each => each === of('quantity')) ?? first.quantity,
    kind: classes.find(each => each === of('kind')) ?? first.kind,
    owner: chosen[0]?.id ?? '',
    box: boxes.find(({ id }) => id === of('box'))?.id ?? '',
    grouping: groupings.find(each => each === of('grouping')) ?? first.grouping,
    threshold: thresholdOf(of('threshold')) ?? first.threshold,
  };
}

/** The query of the address with another filter, without the default values; other parameters stay. */
export function searchWith(search: string, filter: Filter): URLSearchParams {
  const query = new URLSearchParams(search);
  for (const field of fields) {
    if (filter[field] === first[field]) query.delete(names[field]);
    else query.set(names[field], String(filter[field]));
  }
  return query;
}

/** The selected inverters with their selected boxes. Returns the same objects if nothing is selected. */
export function placed({ owners }: StringList, { owner, box }: Filter): readonly Owner[] {
  if (owner === '' && box === '') return owners;
  return owners.flatMap(each => {
    if (owner !== '' && each.id !== owner) return [];
    if (box === '') return each;
    const boxes = each.boxes.filter(({ id }) => id === box);
    return boxes.length === 0 ? [] : { ...each, boxes };
  });
}

export function stringsOf(owners: readonly Owner[]): readonly StringFacts[] {
  return owners.flatMap(({ boxes }) => boxes.flatMap(({ cells }) => cells));
}

export function ofKind(strings: readonly StringFacts[], { kind }: Filter): readonly StringFacts[] {
  if (kind === 'all') return strings;
  return strings.filter(kind === 'below' ? isException : string => string.kind === kind);
}

/** The boxes that can be selected: of the selected inverter, or all. */
export function boxesToChoose({ owners }: StringList, { owner }: Filter): readonly Box[] {
  return owners.flatMap(({ id, boxes }) => (owner === '' || id === owner ? boxes : []));
}
