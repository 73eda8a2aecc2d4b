import type { Language } from '../../../../contract/languages';
import { type Json, numberOrNull, readArray, readObject, textIn, textOrNull } from '../../../data/read';
import { type Resource, resource } from '../../../data/resource';

/** The balance of the day. Its sentences are the datalogger's, in the language that is asked for. */
export const balanceIn = (lingua: Language): Resource<Balance> =>
  resource('GET bilancio', { query: { lingua } }, readBalance, { everyMs: 300_000 });

export type Balance = ReturnType<typeof readBalance>;
export type Row = ReturnType<typeof readRow>;

function readBalance(raw: unknown) {
  const { testi, prodotta, persa, resto, basso, alto, cause, fare } = readObject(raw, 'a balance');
  const texts = readObject(testi, 'texts');
  const least = numberOrNull(basso) ?? numberOrNull(resto) ?? 0;
  return {
    word: (name: string) => textOrNull(texts[name]),
    /** kWh made, missing, still to come at least, and more at most. */
    parts: [prodotta, persa, least, (numberOrNull(alto) ?? least) - least].map(numberOrNull),
    lists: { cause: rowsOf(cause), fare: rowsOf(fare) },
  };
}

const rowsOf = (list: unknown) => readArray(list, 'rows').map(row => readRow(readObject(row, 'a row')));

function readRow({ testo, nota, dove }: Json) {
  return {
    text: textOrNull(testo),
    note: textOrNull(nota),
    // A place of this console, and no other site.
    href: /^\/[a-z]/.exec(textIn(dove))?.input ?? '/allarmi',
  };
}
