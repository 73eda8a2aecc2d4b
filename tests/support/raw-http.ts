import { request } from 'node:http';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The loopback address from which the request is sent. */
  readonly from?: string;
}

/** Sends one request to 127.0.0.1 with the path exactly as given and the headers of a browser that uses the IP address. */
export function rawRequest(port: number, path: string, options: RawRequest = {}): Promise<RawAnswer> {
  const { method = 'GET', headers = {}, body, from = '127.0.0.1' } = options;
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        agent: false,
        localAddress: from,
        headers: { Host: '192.168.1.10', 'Accept-Encoding': 'gzip, deflate', ...headers },
      },
      response => {
        const parts: Buffer[] = [];
        response.on('data', part => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(parts);
          const isGzip = response.headers['content-encoding'] === 'gzip' && bytes.length > 0;
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: (isGzip ? gunzipSync(bytes) : bytes).toString('utf8'),
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Writes bytes to a port and returns everything received until it closes or is silent for two seconds. */
export function rawBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.setTimeout(2000, () => socket.destroy());
    socket.on('data', data => {
      answer += data;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', error =>
      'code' in error && error.code === 'ECONNRESET' ? resolve(answer) : reject(error),
    );
  });
}
