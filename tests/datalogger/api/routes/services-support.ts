import type { TestDatalogger, TestRole } from '../../../support/datalogger';

/** Calls of the settings of jobs and services; `If-Match` is what was read unless said otherwise. */
export function serviceCalls(datalogger: TestDatalogger, role: TestRole = 'admin') {
  const token = datalogger.login(role);
  const call = async (method: string, path: string, json?: unknown, ifMatch = '*') => {
    const response = await datalogger.request(`/api/${path}`, {
      method,
      token,
      headers: { 'If-Match': ifMatch },
      ...(json === undefined ? {} : { json }),
    });
    const text = await response.text();
    return {
      status: response.status,
      etag: response.headers.get('etag'),
      text,
      body: text === '' ? null : JSON.parse(text),
    };
  };
  return {
    get: (path: string) => call('GET', path),
    post: (path: string, json?: unknown) => call('POST', path, json),
    put: (path: string, json: unknown, ifMatch?: string) => call('PUT', path, json, ifMatch),
    remove: (path: string, ifMatch?: string) => call('DELETE', path, undefined, ifMatch),
  };
}
