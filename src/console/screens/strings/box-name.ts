/** What the names of its strings begin with, up to a separator: "QS 03.2" of "QS 03.2 S01" and "QS 03.2 S02". */
export function boxName(names: readonly string[]): string {
  const [first = '', last = first] = [names[0], names.at(-1)];
  let length = 0;
  while (length < first.length && first[length] === last[length]) length++;
  return first.slice(0, length).replace(/[\s,;/-]+[^\s,;/-]*$/, '');
}
