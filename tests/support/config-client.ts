import type { ConfigKind, ConfigOf, RecordOf } from '../../src/contract/config/kinds';
import { bodyOf, firstOf, newRecord } from './config-records';
import type { TestDatalogger, TestRole } from './datalogger';

/** What an administrator (or another role) changes in the configuration through the API, record by record. */
export function configClient(datalogger: TestDatalogger, role: TestRole = 'admin') {
  const token = datalogger.login(role);
  const send = (method: string, path: string, json?: unknown, ifMatch = '*') =>
    datalogger.request(`/api/${path}`, {
      method,
      token,
      headers: method === 'PUT' || method === 'DELETE' || method === 'PATCH' ? { 'If-Match': ifMatch } : {},
      ...(json === undefined ? {} : { json }),
    });
  const reply = async (response: Response) => {
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  };
  return {
    send,
    list: async <K extends ConfigKind>(kind: K): Promise<RecordOf<K>[]> =>
      reply(await send('GET', `config/${kind}`)),
    add: async <K extends ConfigKind>(kind: K, changes: Partial<ConfigOf<K>> = {}): Promise<RecordOf<K>> =>
      reply(await send('POST', `config/${kind}`, newRecord(kind, changes))),
    change: async <K extends ConfigKind>(
      kind: K,
      changes: Partial<ConfigOf<K>>,
      id = 1,
    ): Promise<RecordOf<K>> => {
      const record = datalogger.config.devices.find(kind, id) ?? firstOf(datalogger, kind);
      return reply(await send('PUT', `config/${kind}/${id}`, { ...bodyOf(record), ...changes }));
    },
    remove: async (kind: ConfigKind, id: number) => reply(await send('DELETE', `config/${kind}/${id}`)),
    /** Live values of a group: rows by id. */
    rows: async (group: string) => {
      const { colonne } = await reply(await send('GET', `dati_impianto/RT?m=${group}`));
      const names = Object.keys(colonne);
      const ids: number[] = colonne.id;
      return new Map(
        ids.map((id, at): [number, Record<string, number | string | null>] => [
          id,
          Object.fromEntries(names.map(name => [name, colonne[name][at]])),
        ]),
      );
    },
    get: async (path: string) => reply(await send('GET', path)),
  };
}
