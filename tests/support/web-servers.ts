import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { policyFiles, withPagePolicy } from '../../scripts/pack/page-policy';
import { eventually } from './eventually';

/** The real web servers of Debian with the configurations of `deploy`; only folder, port and datalogger are replaced by the test. */
export const webServers = ['nginx', 'lighttpd', 'caddy', 'busybox'] as const;
export type WebServer = (typeof webServers)[number];

export interface RunningServer {
  readonly port: number;
  stop(): Promise<void>;
}

interface Place {
  /** Folder of the built console. */
  readonly console: string;
  readonly port: number;
  readonly dataloggerPort: number;
  /** Folder for the server's own files. */
  readonly work: string;
  /** The https port and the folder with its certificate; nginx only. */
  readonly tls?: { readonly port: number; readonly folder: string };
}

const deploy = new URL('../../deploy/', import.meta.url).pathname;

/** The text of a file of `deploy` with the paths and ports of the test. Throws if the file does not contain those that it replaces. */
function configuration(file: string, { console, dataloggerPort }: Place): string {
  const text = readFileSync(deploy + file, 'utf8');
  const changed = (policyFiles.includes(file) ? withPagePolicy(text, console) : text)
    .replaceAll('/opt/meridiana/current/dist/console', console)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${dataloggerPort}`)
    .replaceAll('"port" => 8080', `"port" => ${dataloggerPort}`);
  return changed;
}

const nginxHead = (
  work: string,
) => `daemon off; worker_processes 1; pid ${work}/pid; error_log ${work}/error.log;
events {}
http {
  include /etc/nginx/mime.types; access_log off;
  client_body_temp_path ${work}/body; proxy_temp_path ${work}/proxy; fastcgi_temp_path ${work}/f; uwsgi_temp_path ${work}/u; scgi_temp_path ${work}/s;
  include ${work}/meridiana.conf;
}
`;

/** The https site of nginx; empty if none is requested. */
function httpsSite({ tls }: Place): string {
  if (!tls) return '';
  return readFileSync(`${deploy}nginx/meridiana-https.conf`, 'utf8')
    .replace('listen 443 ssl', `listen 127.0.0.1:${tls.port} ssl`)
    .replace(/^.*listen \[::\].*\n/m, '')
    .replaceAll('/etc/meridiana/tls', tls.folder);
}

/** Writes the configuration of each server and returns the command and arguments that start it. */
const starts: Record<WebServer, (place: Place) => readonly [string, readonly string[]]> = {
  nginx(place) {
    const { work, port } = place;
    const site = configuration('nginx/meridiana.conf', place)
      .replace('listen 80 default_server', `listen 127.0.0.1:${port} default_server`)
      .replace(/^.*listen \[::\].*\n/m, '');
    writeFileSync(join(work, 'meridiana.conf'), site + httpsSite(place));
    writeFileSync(join(work, 'meridiana-site.inc'), configuration('nginx/meridiana-site.inc', place));
    writeFileSync(join(work, 'meridiana-headers.inc'), configuration('nginx/meridiana-headers.inc', place));
    writeFileSync(join(work, 'nginx.conf'), nginxHead(work));
    return ['/usr/sbin/nginx', ['-p', work, '-c', join(work, 'nginx.conf'), '-e', join(work, 'error.log')]];
  },
  lighttpd(place) {
    const { work, port } = place;
    const text = configuration('lighttpd/meridiana.conf', place)
      .replace('server.port = 80', `server.port = ${port}\nserver.bind = "127.0.0.1"`)
      .replace(/^server\.(username|groupname).*\n/gm, '')
      .replace('/var/cache/lighttpd/meridiana', join(work, 'cache'));
    mkdirSync(join(work, 'cache'));
    writeFileSync(join(work, 'lighttpd.conf'), text);
    return ['/usr/sbin/lighttpd', ['-D', '-f', join(work, 'lighttpd.conf')]];
  },
  caddy(place) {
    const { work, port } = place;
    const text = configuration('caddy/Caddyfile', place).replace(/^:80 \{/m, `:${port} {\n\tbind 127.0.0.1`);
    writeFileSync(join(work, 'Caddyfile'), text);
    return ['/usr/bin/caddy', ['run', '--config', join(work, 'Caddyfile'), '--adapter', 'caddyfile']];
  },
  busybox({ console, work, port }) {
    cpSync(`${deploy}busybox/httpd.conf`, join(work, 'httpd.conf'));
    const where = ['-p', `127.0.0.1:${port}`, '-h', console, '-c', join(work, 'httpd.conf')];
    return ['/usr/bin/busybox', ['httpd', '-f', ...where]];
  },
};

/** Starts a real web server in front of the datalogger on `dataloggerPort`; `stop` ends it. */
export async function startWebServer(
  server: WebServer,
  options: Pick<Place, 'console' | 'dataloggerPort' | 'tls'>,
): Promise<RunningServer> {
  const work = mkdtempSync(join(tmpdir(), `meridiana-${server}-`));
  const port = await freePort();
  const [command, args] = starts[server]({ ...options, port, work });
  const env = { ...process.env, HOME: work, XDG_DATA_HOME: work, XDG_CONFIG_HOME: work };
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  let complaint = '';
  child.stderr.on('data', data => {
    complaint = (complaint + data).slice(-4000);
  });
  const stop = async () => {
    await ended(child);
    rmSync(work, { recursive: true, force: true });
  };
  try {
    await eventually(() => answers(port));
  } catch {
    await stop();
    throw new Error(`${server} does not start: ${complaint}`);
  }
  return { port, stop };
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise(resolve => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** A free port of 127.0.0.1. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function answers(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}

/** busybox cannot forward the API, so users need a proxy in front of it; here this function is the proxy. */
export function startSplitter(staticPort: () => number, apiPort: number): Promise<RunningServer> {
  const server = createHttpServer((incoming, outgoing) => {
    const port = incoming.url?.startsWith('/api/') ? apiPort : staticPort();
    const { url: path, method, headers } = incoming;
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    sent.on('error', () => outgoing.destroy());
    incoming.pipe(sent);
  });
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      const stop = () =>
        new Promise<void>(done => {
          server.close(() => done());
          server.closeAllConnections();
        });
      resolve({ port, stop });
    });
  });
}
