import {
  type Box,
  isException,
  type Owner,
  type StringFacts,
  type StringKind,
  type StringList,
} from './string-list';

/** What is looked at: the strings below the threshold, one kind, or all; of everything, an inverter or a box. */
export interface Filter {
  readonly kind: StringKind | 'below' | 'all';
  /** Ids; empty for all. */
  readonly owner: string;
  readonly box: string;
}

export const noFilter: Filter = { kind: 'below', owner: '', box: '' };

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
