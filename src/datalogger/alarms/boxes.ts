import type { DeviceRows } from '../snapshot';

/** A string box. Snapshots have no rows of boxes: an alarm of a box is stored for its first string, under the box's name. */
export interface StringBox {
  /** Id of the first string, and the indexes of all. */
  readonly first: number;
  readonly members: readonly number[];
  readonly name: string;
}

const known = new WeakMap<DeviceRows, ReadonlyMap<number, StringBox>>();

/** The boxes of these strings by number (`quadro`). */
export function stringBoxes(strings: DeviceRows): ReadonlyMap<number, StringBox> {
  let boxes = known.get(strings);
  if (!boxes) {
    const members = new Map<number, number[]>();
    strings.values.quadro?.forEach((box, index) => {
      if (box === null) return;
      const list = members.get(box);
      if (list) list.push(index);
      else members.set(box, [index]);
    });
    boxes = new Map([...members].map(([box, list]) => [box, boxOf(strings, list)]));
    known.set(strings, boxes);
  }
  return boxes;
}

function boxOf(strings: DeviceRows, members: readonly number[]): StringBox {
  const names = members.map(index => (strings.nome[index] ?? '').split(' '));
  const [first = []] = names;
  const length = first.findIndex((word, at) => names.some(name => name[at] !== word));
  const common = first.slice(0, length < 0 ? first.length : length).join(' ');
  return {
    first: strings.id[members[0] ?? -1] ?? 0,
    members,
    name: common || first.join(' '),
  };
}
