import { lossLimits } from '../../data/deviation';
import {
  type Box,
  isException,
  type Owner,
  type StringFacts,
  type StringList,
  stringKinds,
} from './string-list';

/** What the map shows of a string: how far it is from its peers, its current, or what it lost today. */
export const quantities = ['deviation', 'current', 'energy'] as const;
export type Quantity = (typeof quantities)[number];

/** What is a line of the map. */
export const groupings = ['owner', 'box', 'rank'] as const;

/** The classes to choose from: the strings below the threshold, all, or one kind. */
export const classes = ['below', 'all', ...stringKinds] as const;

/** What is looked at; of everything, an inverter or a box. */
export interface Filter {
  readonly quantity: Quantity;
  readonly kind: (typeof classes)[number];
  /** Ids; empty for all. */
  readonly owner: string;
  readonly box: string;
  readonly grouping: (typeof groupings)[number];
  /** % below the median from which a string is highlighted. */
  readonly threshold: number;
}

/** What each is called in the address. */
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

/** A whole number of % to highlight from; null where the text is none. */
export function thresholdOf(text: string): number | null {
  const percent = Number(text);
  return Number.isInteger(percent) && percent > 0 && percent < 100 ? percent : null;
}

/** What the query of an address asks for; what makes no sense, or is not in the plant, is left out. */
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

/** The query of the address with another filter; what is as at first is left out, what else is in it stays. */
export function searchWith(search: string, filter: Filter): URLSearchParams {
  const query = new URLSearchParams(search);
  for (const field of fields) {
    if (filter[field] === first[field]) query.delete(names[field]);
    else query.set(names[field], String(filter[field]));
  }
  return query;
}

/** The inverters of the chosen place with the boxes of it. The same objects while nothing is chosen. */
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

/** The boxes to choose from: of the chosen inverter, or all. */
export function boxesToChoose({ owners }: StringList, { owner }: Filter): readonly Box[] {
  return owners.flatMap(({ id, boxes }) => (owner === '' || id === owner ? boxes : []));
}
