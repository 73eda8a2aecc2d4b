import { beyondNumbers, foreignValue, pick, type Random } from './foreign-values';

type Container = unknown[] | Record<string, unknown>;

interface Place {
  readonly holder: Container;
  readonly key: string;
}

/** A copy of the answer with random changes; `name` says which. */
export interface Damaged {
  readonly text: string;
  readonly name: string;
}

const mostPlaces = 20_000;
const mostCharacters = 400_000;

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;
const get = ({ holder, key }: Place): unknown => (Array.isArray(holder) ? holder[Number(key)] : holder[key]);

/** Sets an own property, also one called `__proto__`. */
function put({ holder, key }: Place, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

function placesIn(root: Container): Place[] {
  const places: Place[] = [];
  const walk = (holder: Container) => {
    for (const key of Object.keys(holder)) {
      if (places.length >= mostPlaces) return;
      const place = { holder, key };
      places.push(place);
      const value = get(place);
      if (isContainer(value)) walk(value);
    }
  };
  walk(root);
  return places;
}

type Operation = (root: Container, places: readonly Place[], random: Random) => void;

const listsOf = (root: Container, places: readonly Place[]): unknown[][] =>
  [root, ...places.map(get)].filter(Array.isArray);
const objectsOf = (root: Container, places: readonly Place[]) =>
  [root, ...places.map(get)].filter(
    (value): value is Record<string, unknown> => isContainer(value) && !Array.isArray(value),
  );

const shuffle = (list: unknown[], random: Random) => list.sort(() => random() - 0.5);

const operations: Readonly<Record<string, Operation>> = {
  'another value': (_, places, random) => {
    const place = pick(random, places);
    put(place, foreignValue(random, get(place)));
  },
  'a few other values': (_, places, random) => {
    for (let count = 2 + random() * 10; count > 0; count -= 1) {
      const place = pick(random, places);
      put(place, foreignValue(random, get(place)));
    }
  },
  'another value wherever the key is': (_, places, random) => {
    const { key, holder } = pick(random, places);
    const value = foreignValue(random, get({ key, holder }));
    for (const place of places) if (place.key === key) put(place, structuredClone(value));
  },
  'another value in all of a list': (root, places, random) => {
    const lists = listsOf(root, places).filter(list => list.length > 0);
    if (lists.length > 0) pick(random, lists).fill(foreignValue(random, 1));
  },
  'all numbers': (_, places, random) => {
    const value = foreignValue(random, 1);
    for (const place of places) if (typeof get(place) === 'number') put(place, value);
  },
  'all texts': (_, places, random) => {
    const value = foreignValue(random, 'x');
    for (const place of places) if (typeof get(place) === 'string') put(place, value);
  },
  'all of nothing': (_, places) => {
    for (const place of places) if (!isContainer(get(place))) put(place, null);
  },
  'numbers as texts': (_, places) => {
    for (const place of places) if (typeof get(place) === 'number') put(place, String(get(place)));
  },
  'a key is gone': (root, places, random) => {
    const objects = objectsOf(root, places).filter(each => Object.keys(each).length > 0);
    if (objects.length === 0) return;
    const object = pick(random, objects);
    delete object[pick(random, Object.keys(object))];
  },
  'a key is gone everywhere': (root, places, random) => {
    const objects = objectsOf(root, places).filter(each => Object.keys(each).length > 0);
    if (objects.length === 0) return;
    const gone = pick(random, Object.keys(pick(random, objects)));
    for (const object of objects) delete object[gone];
  },
  'keys in each other’s place': (root, places, random) => {
    const objects = objectsOf(root, places).filter(each => Object.keys(each).length > 1);
    if (objects.length === 0) return;
    const object = pick(random, objects);
    const [one, other] = [pick(random, Object.keys(object)), pick(random, Object.keys(object))];
    [object[one], object[other]] = [object[other], object[one]];
  },
  'more keys': (root, places, random) => {
    const objects = objectsOf(root, places);
    if (objects.length === 0) return;
    const names = ['__proto__', 'constructor', 'toString', 'x', '', 'length', 'then', 'nome', 'id', 't'];
    const holder = pick(random, objects);
    put({ holder, key: pick(random, names) }, foreignValue(random, {}));
  },
  'rows twice': (root, places, random) => {
    const lists = listsOf(root, places).filter(list => list.length > 0);
    if (lists.length > 0) pick(random, lists).push(...structuredClone(pick(random, lists).slice(0, 50)));
  },
  'many rows': (root, places, random) => {
    const lists = listsOf(root, places).filter(list => list.length > 0 && list.length < 100);
    if (lists.length === 0) return;
    const list = pick(random, lists);
    const rows = [...list];
    while (list.length < 1500) list.push(...rows);
  },
  'fewer rows': (root, places, random) => {
    const lists = listsOf(root, places).filter(list => list.length > 0);
    if (lists.length > 0) pick(random, lists).splice(0, 1 + Math.floor(random() * 3));
  },
  'no rows': (root, places, random) => {
    const lists = listsOf(root, places);
    if (lists.length > 0) pick(random, lists).length = 0;
  },
  'rows in another order': (root, places, random) => {
    const lists = listsOf(root, places);
    if (lists.length > 0) shuffle(pick(random, lists), random);
  },
  'something among the rows': (root, places, random) => {
    const lists = listsOf(root, places);
    if (lists.length === 0) return;
    const list = pick(random, lists);
    list.splice(Math.floor(random() * list.length), 0, foreignValue(random, list[0]));
  },
};

/** Damages an answer; a text that is not JSON stays unchanged. */
export function damageJson(text: string, random: Random): Damaged {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return { text, name: 'untouched' };
  }
  if (!isContainer(root)) return { text: JSON.stringify(foreignValue(random, root)), name: 'another value' };
  const names: string[] = [];
  do {
    const name = pick(random, Object.keys(operations));
    const places = placesIn(root);
    if (places.length > 0) operations[name]?.(root, places, random);
    names.push(name);
  } while (random() < 0.3);
  const damaged = JSON.stringify(root);
  if (damaged.length > mostCharacters) return { text, name: 'untouched, too long' };
  return { text: damaged.replaceAll(`"${beyondNumbers}"`, '1e999'), name: names.join(' + ') };
}
