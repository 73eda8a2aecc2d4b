import { once } from 'node:events';
import { createServer } from 'node:net';

interface Place {
  readonly host: string;
  readonly port: number;
}

/** Listens for a moment, so that a port that is taken is known before anything is written. Rejects with an Error of one clear line. */
export async function tryPort({ host, port }: Place): Promise<void> {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (error) {
    throw portError(error, { host, port });
  }
  server.close();
  await once(server, 'close');
}

/** The system's errors of a port, for people; every other error as it is. */
export function portError(error: unknown, { host, port }: Place): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  const where = `port ${port} on ${host}`;
  if (code === 'EADDRINUSE') return new Error(`${where} is in use: stop the other program or set PORT`);
  if (code === 'EACCES') return new Error(`${where} is not allowed to this user: set PORT to 1024 or more`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`HOST ${host} is no address of this machine`);
  return error;
}
