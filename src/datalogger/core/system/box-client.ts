import { connect } from 'node:net';
import * as v from 'valibot';
import { Reply, type Request, results, type Verb } from '../../../box-service/protocol';

/** Longest time for an answer, ms: a program of the box may take a minute. */
const longestMs = 90_000;
const longestReply = 65_536;

/** Why the box service refused: it cannot do it, or a program of the box failed. */
export class BoxError extends Error {
  readonly code: 'not_supported' | 'failed';

  constructor(code: BoxError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

type ResultOf<V extends Verb> = V extends keyof typeof results
  ? v.InferOutput<(typeof results)[V]>
  : undefined;

/** Asks the box service and returns its result. Rejects with a `BoxError`. */
export type AskBox = <V extends Verb>(request: Extract<Request, { verb: V }>) => Promise<ResultOf<V>>;

/** A client of the box service on its unix socket: one connection for each request. */
export function boxClient(socketPath: string): AskBox {
  return async <V extends Verb>(request: Extract<Request, { verb: V }>) => {
    const reply = v.safeParse(Reply, JSON.parse(await exchange(socketPath, JSON.stringify(request))));
    if (!reply.success) throw new BoxError('failed', 'the box service gave no valid answer');
    const { output } = reply;
    if (!output.ok) {
      const code = output.code === 'not_supported' ? 'not_supported' : 'failed';
      throw new BoxError(code, output.message);
    }
    return resultOf(request.verb, output.result);
  };
}

function resultOf<V extends Verb>(verb: V, result: unknown): ResultOf<V> {
  const schemas: { readonly [name in Verb]?: v.GenericSchema<unknown, ResultOf<V>> } = results as never;
  const schema = schemas[verb];
  return schema ? v.parse(schema, result) : (undefined as ResultOf<V>);
}

function exchange(socketPath: string, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    let text = '';
    const fail = (why: string) => {
      socket.destroy();
      reject(new BoxError('failed', why));
    };
    socket.setEncoding('utf8').setTimeout(longestMs, () => fail('the box service does not answer'));
    socket.on('error', error => fail(`the box service cannot be reached: ${error.message}`));
    socket.on('data', data => {
      text += data;
      if (text.length > longestReply) fail('the answer of the box service is too long');
    });
    socket.on('end', () => (text ? resolve(text) : fail('the box service closed without an answer')));
    socket.on('close', () => reject(new BoxError('failed', 'the box service closed the connection')));
    socket.end(`${line}\n`);
  });
}
