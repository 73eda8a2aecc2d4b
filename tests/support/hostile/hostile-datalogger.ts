import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { uniform } from '../../../src/datalogger/sources/simulator/physics/random';
import type { TestDatalogger } from '../datalogger';
import { type Answer, damage } from './damage';
import type { Random } from './foreign-values';

/** One damaged answer. */
export interface Damaged {
  readonly call: string;
  readonly name: string;
}

/** A proxy in front of a datalogger that damages the answers below `/api/` while it is hostile. */
export interface HostileDatalogger {
  readonly port: number;
  /** From now on answers are damaged, with random numbers from this seed; null stops it. */
  rage(seed: number | null): void;
  /** The damaged answers since the last call of `rage` with a seed. */
  readonly damages: readonly Damaged[];
  /** Whether every call has its answer, except calls that never get one. */
  isSettled(): boolean;
  close(): Promise<void>;
}

/** A page that sends this header always gets undamaged answers. */
export const calmHeader = 'x-calm';

const slowPieces = 5;
const slowPieceMs = 60;

/** How the answers to a call are damaged: never, always in the same way, or each time in another way. */
type Fate = 'whole' | 'same' | 'other';
const fates: readonly Fate[] = ['whole', 'same', 'same', 'same', 'other', 'other'];

export async function startHostileDatalogger(datalogger: TestDatalogger): Promise<HostileDatalogger> {
  let seed: number | null = null;
  let damages: Damaged[] = [];
  const counts = new Map<string, number>();
  let open = 0;

  /** The random numbers for the damage of this answer; null if it is not damaged. */
  const fateOf = (call: string): Random | null => {
    if (seed === null) return null;
    const count = (counts.get(call) ?? 0) + 1;
    counts.set(call, count);
    const ofCall = hash(`${seed} ${call}`);
    const fate = fates[Math.floor(uniform(ofCall, 0, 0) * fates.length)];
    if (fate === 'whole') return null;
    const own = fate === 'same' ? ofCall : hash(`${seed} ${call} ${count}`);
    let index = 1;
    return () => uniform(own, 1, index++);
  };

  const server = createServer(async (message, response) => {
    const target = message.url ?? '/';
    const isCall = target.startsWith('/api/');
    if (isCall) open += 1;
    let isWaiting = isCall;
    const settle = () => {
      if (isWaiting) open -= 1;
      isWaiting = false;
    };
    response.once('close', settle);
    try {
      const call = `${message.method} ${target.replaceAll(/\d{9,}|cursor=[^&]*/g, '*')}`;
      const isCalm = message.headers[calmHeader] !== undefined;
      const random = isCall && !isCalm ? fateOf(call) : null;
      const whole = await answerOf(datalogger, message, target, random === null);
      if (random === null) return void (await send(response, whole.headers, whole.status, whole.body));
      const { answer, name } = damage({ ...whole, text: whole.body.toString() }, random);
      damages.push({ call, name });
      await sendDamaged(response, answer, settle);
    } catch {
      message.socket.destroy();
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    rage(next) {
      seed = next;
      counts.clear();
      if (next !== null) damages = [];
    },
    get damages() {
      return damages;
    },
    isSettled: () => open === 0,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** FNV-1a hash, so that each call has its own random numbers. */
function hash(text: string): number {
  let value = 2_166_136_261;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return value;
}

async function answerOf(
  datalogger: TestDatalogger,
  message: IncomingMessage,
  target: string,
  isWhole: boolean,
) {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    // Compression and If-None-Match are removed, so that the answer to be damaged is plain text and complete.
    if (!isWhole && /^(accept-encoding|if-none-match)$/.test(name)) continue;
    if (typeof value === 'string' && name !== 'host' && name !== 'connection') headers[name] = value;
  }
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece);
  const body = pieces.length > 0 ? { body: Buffer.concat(pieces).toString() } : {};
  const { method = 'GET' } = message;
  const reply = await datalogger.request(target, { method, headers, ...body, target });
  return {
    status: reply.status,
    headers: Object.fromEntries(reply.headers),
    body: Buffer.from(await reply.arrayBuffer()),
  };
}

async function send(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  status: number,
  body: Buffer,
): Promise<void> {
  response.sendDate = false;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (status !== 204 && status !== 304) response.setHeader('Content-Length', body.byteLength);
  response.end(body);
}

async function sendDamaged(response: ServerResponse, answer: Answer, settle: () => void): Promise<void> {
  const { line, status, headers, text } = answer;
  const body = Buffer.from(text);
  if (line === undefined) return send(response, headers, status, body);
  // The page has a time limit of its own.
  if (line === 'never') return settle();
  if (line === 'reset') return void response.destroy();
  response.writeHead(status, { ...headers, 'Content-Length': body.byteLength });
  if (line === 'cut') {
    response.write(body.subarray(0, body.byteLength / 2));
    return void setTimeout(() => response.destroy(), slowPieceMs);
  }
  const pieceBytes = Math.ceil(body.byteLength / slowPieces) || 1;
  for (let at = 0; at < body.byteLength; at += pieceBytes) {
    response.write(body.subarray(at, at + pieceBytes));
    await new Promise(resolve => setTimeout(resolve, slowPieceMs));
  }
  response.end();
}
