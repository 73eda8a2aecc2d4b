import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Trial } from '../../../contract/sharing';
import type { FeedSecret, InfluxSettings } from '../../storage/config/feed-settings';
import { openChannel, serverOf } from '../outgoing/channel';
import { type Guard, OutgoingError } from '../outgoing/guard';
import { post } from '../outgoing/http';
import { straight, type TakeStep, triedInSteps } from '../outgoing/trial';
import { resultOf, type WriteResult } from './influx-answer';
import { lineOf, measurementOf, type Origin } from './influx-lines';

const zipped = promisify(gzip);

/** How a request is made: a trial notes each step, and `check` throws for what the feed puts up with. */
interface Attempt {
  readonly take: TakeStep;
  readonly check: (result: WriteResult) => void;
}

const plainly: Attempt = { take: straight, check: () => undefined };

/** Sends lines to the database of the settings in one request. Rejects with `OutgoingError` or the error of the connection. */
export async function send(
  settings: InfluxSettings,
  secret: FeedSecret,
  lines: readonly string[],
  guard: Guard,
  { take, check }: Attempt = plainly,
): Promise<WriteResult> {
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
  return take('scrittura', async () => {
    const result = resultOf(answer);
    check(result);
    return result;
  });
}

const trialSteps = ['nome', 'connessione', 'tls', 'accesso', 'scrittura'] as const;

/**
 * Goes all the way with settings: writes a line of the measurement `prova`, the same one in every trial of a day, and the newest line of
 * each measurement that the feed writes, so that a field of another type there is found now.
 */
export function tryOut(
  settings: InfluxSettings,
  secret: FeedSecret,
  { guard, origin, t, newest }: TrialOptions,
): Promise<Trial> {
  const line = lineOf(origin, 'prova', 1, ['riuscita=1'], t - (t % 86_400));
  const byMeasurement = new Map(newest.map(each => [measurementOf(each), each]));
  const isPlain = !settings.url.startsWith('https:');
  const lines = [line, ...byMeasurement.values()];
  return triedInSteps(trialSteps, isPlain ? ['tls'] : [], async take => {
    await send(settings, secret, lines, guard, { take, check: requireTaken });
  });
}

interface TrialOptions {
  readonly guard: Guard;
  readonly origin: Origin;
  readonly t: number;
  /** Lines that the feed writes next. */
  readonly newest: readonly string[];
}

function requireTaken(result: WriteResult): void {
  if (result.kind === 'too-large') throw new OutgoingError('troppo_grande');
  // A database that keeps nothing as old as the newest line is reached all the same.
  if (result.kind === 'taken' || result.reason === 'conservazione') return;
  throw new OutgoingError(result.reason === 'tipo_diverso' ? 'tipo_diverso' : 'protocollo');
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
