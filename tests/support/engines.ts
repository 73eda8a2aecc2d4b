import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually';
import { freePort } from './free-port';

/** One number of the database: its series, and when, epoch seconds. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly t: number;
  readonly value: number;
}

const victoria = '/usr/bin/victoria-metrics';
const influx = '/usr/bin/influxd';
export const hasVictoria = existsSync(victoria);
export const hasInflux = existsSync(influx);

/** A program on a port of its own, with a folder that lives as long as it is not closed. */
export async function engine(
  command: string,
  argumentsAt: (folder: string, port: number) => readonly string[],
  isReady: (port: number) => Promise<unknown>,
) {
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-engine-'));
  const port = await freePort();
  let child: ChildProcess | null = null;
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    if (!child) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
    child = null;
  };
  return {
    folder,
    port,
    async start() {
      child = spawn(command, argumentsAt(folder, port), { stdio: 'ignore' });
      await eventually(() => isReady(port));
    },
    kill,
    async close() {
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}

async function asked(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response;
}

/** Debian's VictoriaMetrics. */
export async function victoriaMetrics(flags: readonly string[] = []) {
  const program = await engine(
    victoria,
    (folder, port) => [
      `-httpListenAddr=127.0.0.1:${port}`,
      `-storageDataPath=${join(folder, 'data')}`,
      '-retentionPeriod=10y',
      '-search.latencyOffset=0s',
      '-search.disableCache',
      ...flags,
    ],
    port => asked(`http://127.0.0.1:${port}/health`),
  );
  const url = `http://127.0.0.1:${program.port}`;
  return {
    ...program,
    url,
    /** What was written is found by the next question. */
    flush: () => asked(`${url}/internal/force_flush`),
    /** Every number of the series that match, also those that are there twice. */
    async samples(match: string): Promise<Sample[]> {
      await asked(`${url}/internal/force_flush`);
      const query = new URLSearchParams({ 'match[]': match, reduce_mem_usage: '1' });
      const text = await (await asked(`${url}/api/v1/export?${query}`)).text();
      // A series comes in blocks, and the blocks in any order.
      return text
        .split('\n')
        .filter(Boolean)
        .flatMap(line => {
          const { metric, values, timestamps } = JSON.parse(line);
          const { __name__: name, ...labels } = metric;
          return values.map((value: number, at: number) => ({
            name,
            labels,
            value,
            t: timestamps[at] / 1000,
          }));
        })
        .sort((one, other) => one.t - other.t);
    },
    /** The answer of PromQL over the day before a time, as a chart asks it. */
    async range(query: string, t: number) {
      const parameters = new URLSearchParams({
        query,
        start: String(t - 86_400),
        end: String(t),
        step: '300',
      });
      const { data } = await (await asked(`${url}/api/v1/query_range?${parameters}`)).json();
      return data.result as { metric: Record<string, string>; values: [number, string][] }[];
    },
    /** The answer of PromQL at a time. */
    async query(query: string, t: number) {
      const parameters = new URLSearchParams({ query, time: String(t) });
      const { data } = await (await asked(`${url}/api/v1/query?${parameters}`)).json();
      return data.result as { metric: Record<string, string>; value: [number, string] }[];
    },
  };
}

/** Debian's InfluxDB 1.6, with an administrator and a login that everybody needs. */
export async function influxDatabase(login: { readonly utente: string; readonly password: string }) {
  const program = await engine(
    influx,
    (folder, port) => {
      const config = join(folder, 'influxdb.conf');
      writeFileSync(
        config,
        `reporting-disabled = true
bind-address = "127.0.0.1:0"
[meta]
  dir = "${folder}/meta"
[data]
  dir = "${folder}/data"
  wal-dir = "${folder}/wal"
[http]
  bind-address = "127.0.0.1:${port}"
  auth-enabled = true
[monitor]
  store-enabled = false
`,
      );
      return ['run', '-config', config];
    },
    port => asked(`http://127.0.0.1:${port}/ping`),
  );
  const url = `http://127.0.0.1:${program.port}`;
  const ask = async (q: string, db = '') => {
    const headers = { Authorization: `Basic ${btoa(`${login.utente}:${login.password}`)}` };
    const response = await asked(`${url}/query?epoch=s&db=${db}`, {
      method: 'POST',
      body: new URLSearchParams({ q }),
      headers,
    });
    return (await response.json()).results[0];
  };
  return {
    ...program,
    url,
    ask,
    async begin() {
      await program.start();
      await ask(`CREATE USER ${login.utente} WITH PASSWORD '${login.password}' WITH ALL PRIVILEGES`);
      await ask('CREATE DATABASE impianti');
    },
  };
}
