import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Trial } from '../../contract/sharing';
import { openChannel, serverOf } from '../outgoing/channel';
import { type Guard, OutgoingError } from '../outgoing/guard';
import { type HttpAnswer, post } from '../outgoing/http';
import { straight, type TakeStep, triedInSteps } from '../outgoing/trial';
import type { FeedSecret, InfluxSettings } from '../store/feed-settings';
import { lineOf, type Origin } from './influx-lines';

const zipped = promisify(gzip);

/** Sends lines to the database of the settings. Rejects with `OutgoingError` or the error of the connection. */
export async function send(
  settings: InfluxSettings,
  secret: FeedSecret,
  lines: readonly string[],
  guard: Guard,
  take: TakeStep = straight,
): Promise<void> {
  const body = await zipped(`${lines.join('\n')}\n`);
  const url = writeAddress(settings);
  const forMs = settings.attesa * 1000;
  const socket = await openChannel(serverOf(url, settings.impronta), { guard, forMs, take });
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Encoding': 'gzip',
    'User-Agent': 'Meridiana datalogger',
    ...loginOf(settings, secret),
  };
  const answer = await take('accesso', async () => {
    const received = await post(socket, url, headers, { body, forMs });
    if (received.status === 401 || received.status === 403) throw new OutgoingError('credenziali');
    return received;
  });
  await take('scrittura', async () => requireTaken(answer));
}

const trialSteps = ['nome', 'connessione', 'tls', 'accesso', 'scrittura'] as const;

/** Goes all the way with settings: writes one line of a measurement of its own, the same one in every trial of a day. */
export function tryOut(
  settings: InfluxSettings,
  secret: FeedSecret,
  { guard, origin, t }: { readonly guard: Guard; readonly origin: Origin; readonly t: number },
): Promise<Trial> {
  const line = lineOf(origin, 'prova', 1, ['riuscita=1'], t - (t % 86_400));
  const isPlain = !settings.url.startsWith('https:');
  return triedInSteps(trialSteps, isPlain ? ['tls'] : [], take =>
    send(settings, secret, [line], guard, take),
  );
}

function writeAddress({ protocollo, url, archivio, organizzazione }: InfluxSettings): URL {
  const address = new URL(`${url.replace(/\/+$/, '')}${protocollo === 'v1' ? '/write' : '/api/v2/write'}`);
  address.searchParams.set('precision', 's');
  address.searchParams.set(protocollo === 'v1' ? 'db' : 'bucket', archivio);
  if (protocollo === 'v2') address.searchParams.set('org', organizzazione);
  return address;
}

function loginOf({ protocollo, utente }: InfluxSettings, secret: FeedSecret): Record<string, string> {
  if (protocollo === 'v2') return secret === null ? {} : { Authorization: `Token ${secret}` };
  if (utente === '') return {};
  return { Authorization: `Basic ${Buffer.from(`${utente}:${secret ?? ''}`).toString('base64')}` };
}

/**
 * A database that keeps nothing older than some time takes the rest of the lines and says so with 400 or 422: asked again it would say the
 * same for ever.
 */
function requireTaken({ status, body }: HttpAnswer): void {
  if (status >= 200 && status < 300) return;
  if ((status === 400 || status === 422) && /partial write|retention/i.test(body)) return;
  if (status === 404) throw new OutgoingError('permesso');
  throw new OutgoingError(status === 507 ? 'disco_pieno' : 'protocollo');
}
