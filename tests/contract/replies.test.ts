import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { contract, type Endpoint, type Key } from '../../src/contract';
import { Problem } from '../../src/contract/problem';
import { startDatalogger } from '../support/datalogger';
import { sendExample } from '../support/example-calls';

const keys = Object.keys(contract) as Key[];

describe('every reply is exactly what the contract says', () => {
  // The page for Prometheus has a token of its own: tests/datalogger/integrations/feeds/prometheus.test.ts.
  test.each(keys.filter(key => key !== 'GET metriche' && key !== 'GET schermo/dati'))('%s', async key => {
    const endpoint: Endpoint = contract[key];
    // The plant can only be created where there is none.
    const datalogger = await startDatalogger({ hasPlant: key !== 'POST impianto' });
    const response = await sendExample(datalogger, key, datalogger.login('admin'));
    const text = await response.text();
    expect(response.status, text).toBe(endpoint.reply ? 200 : 204);
    if (!endpoint.reply) expect(text).toBe('');
    else {
      const isText = endpoint.reply.type === 'string';
      const value = isText ? text : JSON.parse(text);
      expect(v.parse(endpoint.reply, value)).toEqual(value);
      const type = isText ? `${endpoint.type ?? 'text/plain'}; charset=utf-8` : 'application/json';
      expect(response.headers.get('content-type')).toBe(type);
    }
    await datalogger.close();
  });
});

describe('every refusal is a problem of the contract', () => {
  test.each(keys)('%s, misspelt', async key => {
    const datalogger = await startDatalogger();
    const [method, path] = key.split(' ');
    const response = await datalogger.request(`/api/${path}?m=zzz`, {
      ...(method === 'GET' ? {} : { method: method ?? '', json: { nessuno: 1 } }),
      token: datalogger.login('admin'),
      headers: { 'If-Match': '*' },
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    v.parse(Problem, await response.json());
    await datalogger.close();
  });
});
