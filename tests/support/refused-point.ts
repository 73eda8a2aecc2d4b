/** From now on every answer of `RT` has this point of a group as null, with the reason in `scartati`; the page that closes puts it back. */
export function refuseInAnswers(group: string, cell: string): void {
  const [point = ''] = cell.split(':');
  const whole = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (!String(input).includes('dati_impianto/RT')) return whole(input, init);
    const headers = new Headers(init?.headers);
    // An unchanged answer would be 304, without anything to change.
    headers.delete('If-None-Match');
    const response = await whole(input, { ...init, headers });
    const { colonne, ...rest } = await response.json();
    // The answer about one group does not name it.
    const isIt = colonne.id.map((_: number, row: number) => (colonne.gruppo?.[row] ?? group) === group);
    const changed = {
      ...colonne,
      [point]: (colonne[point] ?? []).map((value: unknown, row: number) => (isIt[row] ? null : value)),
      scartati: isIt.map((is: boolean) => (is ? cell : null)),
    };
    return Response.json({ ...rest, colonne: changed }, response);
  };
}
