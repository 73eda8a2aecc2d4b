import type { Page, Route } from 'playwright-core';
import { markupPayloads } from './attacks';
import type { TestDatalogger } from './datalogger';

/** Keys of the texts that users or devices choose, such as names and notes. */
const names = [
  'nome user utente nota note motivo testo descrizione marca modello seriale firmware',
  'posizione indirizzo comune titolare dso incentivo contatto host versione prodotto da chi oggetto vecchio nuovo',
].flatMap(line => line.split(' '));

export type IsReplaced = (key: string) => boolean;
export const isName: IsReplaced = key => names.includes(key);
export const isAny: IsReplaced = () => true;

/** A language file with a payload for each text, written as the build writes texts; the mark and the plural forms before them stay. */
function wordsWithMarkup(file: string): string {
  const payloads = markupPayloads.filter(text => !/[|^]/.test(text));
  return file
    .split('|')
    .map((text, index) => (index < 2 ? text : payloads[index % payloads.length]))
    .join('|');
}

/** From now on, in answers of `address`, each text whose key passes `isReplaced` is replaced by the next payload. */
export async function answerWithMarkup(
  page: Page,
  datalogger: TestDatalogger,
  address: string | RegExp,
  isReplaced: IsReplaced,
): Promise<void> {
  let count = 0;
  const changed = (value: unknown, key: string): unknown => {
    if (typeof value === 'string')
      return isReplaced(key) ? markupPayloads[count++ % markupPayloads.length] : value;
    if (Array.isArray(value)) return value.map(part => changed(part, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, changed(part, name)]));
  };
  await page.route(address, async route => {
    const reply = await ask(datalogger, route);
    const text = await reply.text();
    const isJson = reply.ok && reply.headers.get('content-type')?.startsWith('application/json');
    const isWords = route.request().url().includes('/assets/i18n/');
    const replaced = (value: unknown) => (isWords ? wordsWithMarkup(String(value)) : changed(value, ''));
    const body = isJson ? JSON.stringify(replaced(JSON.parse(text))) : text;
    await route.fulfill({ status: reply.status, headers: Object.fromEntries(reply.headers), body });
  });
}

/** Forwards a request of the page to the datalogger. */
export function ask(datalogger: TestDatalogger, route: Route): Promise<Response> {
  const request = route.request();
  const { pathname, search } = new URL(request.url());
  const { authorization = '', 'content-type': type } = request.headers();
  const headers = { ...(authorization && { authorization }), ...(type && { 'content-type': type }) };
  const body = request.postData();
  return datalogger.request(pathname + search, {
    method: request.method(),
    headers,
    ...(body !== null && { body }),
  });
}
