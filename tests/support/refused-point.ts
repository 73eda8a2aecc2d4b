/** From now on every answer of `RT` has this point of a group as null, with the reason in `scartati`; the page that closes puts it back. */
export function refuseInAnswers(group: string, cell: string): void {
  const [point = ''] = cell.split(':');
  const whole = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await whole(input, init);
    if (!String(input).includes('dati_impianto/RT')) return response;
    const { colonne, ...rest } = await response.json();
    const isIt = colonne.gruppo.map((each: string) => each === group);
    const changed = {
      ...colonne,
      [point]: (colonne[point] ?? []).map((value: unknown, row: number) => (isIt[row] ? null : value)),
      scartati: isIt.map((is: boolean) => (is ? cell : null)),
    };
    return Response.json({ ...rest, colonne: changed }, response);
  };
}
