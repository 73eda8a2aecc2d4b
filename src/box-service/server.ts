import { createServer, type Server, type Socket } from 'node:net';
import * as v from 'valibot';
import { Refusal } from './host';
import { longestRequest, type Reply, Request, results, type Verb } from './protocol';
import { type Parts, verbs } from './verbs';

/** Time for a request to arrive whole, ms. */
const patienceMs = 5000;
const mostConnections = 8;

const invalid = (message: string): Reply => ({ ok: false, code: 'invalid', message });

function parsed(line: string): v.SafeParseResult<typeof Request> | null {
  try {
    return v.safeParse(Request, JSON.parse(line));
  } catch {
    return null;
  }
}

/** The answer to one line. Never rejects. */
export async function answer(line: string, parts: Parts): Promise<Reply> {
  const request = parsed(line);
  if (!request?.success) return invalid(request ? v.summarize(request.issues) : 'this is no JSON');
  try {
    const result = await act(request.output, parts);
    return request.output.verb in results ? { ok: true, result } : { ok: true };
  } catch (error) {
    const code = error instanceof Refusal ? error.code : 'failed';
    return { ok: false, code, message: error instanceof Error ? error.message : String(error) };
  }
}

function act<V extends Verb>(request: Extract<Request, { verb: V }>, parts: Parts): unknown {
  const { verb }: { verb: V } = request;
  return verbs[verb](request, parts);
}

/** A server that reads one line of each connection and answers it; requests run one after the other. */
export function createBoxServer(parts: Parts): Server {
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer({ allowHalfOpen: true }, socket => {
    readLine(socket, line => {
      last = last.then(async () => {
        const reply = line === null ? invalid('the request is too long') : await answer(line, parts);
        socket.end(`${JSON.stringify(reply)}\n`);
      });
    });
  });
  server.maxConnections = mostConnections;
  return server;
}

/** Calls `onLine` once: with the first line, or with null where it is too long. */
function readLine(socket: Socket, onLine: (line: string | null) => void): void {
  let bytes = Buffer.alloc(0);
  socket.setTimeout(patienceMs, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  const onData = (data: Buffer) => {
    bytes = Buffer.concat([bytes, data]);
    const end = bytes.indexOf('\n');
    const isTooLong = end < 0 ? bytes.length >= longestRequest : end >= longestRequest;
    if (end < 0 && !isTooLong) return;
    socket.off('data', onData).setTimeout(0).resume();
    onLine(isTooLong ? null : bytes.toString('utf8', 0, end));
  };
  socket.on('data', onData);
}
