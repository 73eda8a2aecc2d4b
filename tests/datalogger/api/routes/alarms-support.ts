import * as v from 'valibot';
import { type Alarm, AlarmPage } from '../../../../src/contract/alarms';
import type { TestDatalogger, TestRole } from '../../../support/datalogger';

/** Calls of the alarms' endpoints as one of the roles. */
export function alarmCalls(datalogger: TestDatalogger) {
  const tokens = {
    admin: datalogger.login('admin'),
    normal: datalogger.login('normal'),
    cci: datalogger.login('cci'),
  } satisfies Record<TestRole, string>;
  const get = (path: string, role: TestRole = 'admin', headers = {}) =>
    datalogger.request(`/api/${path}`, { token: tokens[role], headers });
  const send = (method: string, path: string, json: unknown, role: TestRole = 'admin', headers = {}) =>
    datalogger.request(`/api/${path}`, { method, json, token: tokens[role], headers });
  return {
    get,
    send,
    post: (path: string, json: unknown, role?: TestRole, headers?: Record<string, string>) =>
      send('POST', path, json, role, headers),
    async list(query = '', role?: TestRole): Promise<v.InferOutput<typeof AlarmPage>> {
      return v.parse(AlarmPage, await (await get(`allarmi?${query}`, role)).json());
    },
    /** The one alarm of this code, in whatever state. */
    async only(code: string): Promise<Alarm> {
      const page = await this.list(`stato=storico&testo=${code}`);
      const [alarm, ...others] = page.righe;
      if (!alarm || others.length > 0) throw new Error(`${page.righe.length} alarms ${code}`);
      return alarm;
    },
  };
}
