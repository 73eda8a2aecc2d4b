import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import * as v from 'valibot';
import { Faults, faultKinds } from './faults';
import type { PlantServer } from './plant';

const longestBody = 100_000;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > longestBody) throw new Error('too long');
  }
  return text;
}

const options = (chosen: string | undefined) =>
  ['', ...faultKinds]
    .map(
      kind =>
        `<option${kind === (chosen ?? '') ? ' selected' : ''} value="${kind}">${kind || 'in order'}</option>`,
    )
    .join('');

const row = (name: string, place: string, faults: Faults) =>
  `<tr><td>${name}</td><td><select data-place="${place}">${options(faults[place])}</select></td></tr>`;

/** Every line and every unit with a choice of faults. */
function pageOf(plant: PlantServer): string {
  const { ports, faults, units } = plant;
  const rows = ports.flatMap((port, line) => [
    row(`<b>Line ${line}, port ${port}</b>`, String(line), faults),
    ...units
      .filter(unit => unit.line === line)
      .map(({ unit, name }) => row(`unit ${unit}: ${name}`, `${line}/${unit}`, faults)),
  ]);
  return `<!doctype html><meta charset="utf-8"><title>Plant server</title>
<style>body{font:15px system-ui;max-width:40rem;margin:1rem auto}td{padding:.1rem .5rem}</style>
<h1>Plant server</h1><p>${plant.requests} requests answered.</p><table>${rows.join('')}</table>
<script>
addEventListener('change', async () => {
  const faults = {};
  for (const each of document.querySelectorAll('select')) if (each.value) faults[each.dataset.place] = each.value;
  await fetch('/faults', { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(faults) });
});
</script>`;
}

async function answer(plant: PlantServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, type: string, text: string) =>
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
  const asked = `${request.method} ${request.url}`;
  if (asked === 'GET /') return void send(200, 'text/html; charset=utf-8', pageOf(plant));
  if (asked === 'GET /faults') return void send(200, 'application/json', JSON.stringify(plant.faults));
  if (asked === 'GET /configuration')
    return void send(200, 'application/json', JSON.stringify(plant.configuration));
  // A page of another origin cannot send JSON without asking first, and is not answered.
  if (asked !== 'PUT /faults' || request.headers['content-type'] !== 'application/json')
    return void send(404, 'text/plain', 'not found');
  const faults = v.safeParse(Faults, JSON.parse(await bodyOf(request)));
  if (faults.success) plant.faults = faults.output;
  return void send(faults.success ? 200 : 422, 'application/json', JSON.stringify(plant.faults));
}

/** The page on which faults are switched, and the same as JSON: `GET` and `PUT /faults`, `GET /configuration`. On 127.0.0.1 only. */
export function servePage(plant: PlantServer, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    answer(plant, request, response).catch(() => response.writeHead(400).end());
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
