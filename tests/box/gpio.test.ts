import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Box } from '../support/box/boot-box';
import { type GpioAdapter, hasGpio, plugAdapter } from '../support/box/gpio-adapter';
import { ask } from '../support/box/gpio-calls';
import { type ApiClient, nextMinute } from '../support/box/installation';
import { managedBox, managerPackages } from '../support/box/managed-box';

/**
 * Lines of an emulated USB adapter, driven by Debian's kernel: two relays and the two contacts of a UPS, on a Debian 13 that has booted with
 * libgpiod 2. Left out where the kernel has no such lines: `npm run test:kernel` has them.
 */
describe.skipIf(!hasGpio())('GPIO (left out where the kernel has neither uhid nor hid-mcp2221)', () => {
  let adapter: GpioAdapter;
  let box: Box;
  let api: ApiClient;
  beforeAll(async () => {
    adapter = await plugAdapter();
    const line = (number: number, low = '') => `${adapter.chip}/${number}${low}`;
    const system = `OUTPUTS=${line(0)},${line(1, '!')}\nUPS_MAINS=${line(2)}\nUPS_BATTERY=${line(3, '!')}\n`;
    ({ box, api } = await managedBox(inject('newer').deb, {
      packages: managerPackages,
      isNetworkManager: true,
      files: { '/etc/meridiana/system.env': system },
    }));
  });
  afterAll(async () => {
    await box?.stop();
    adapter?.remove();
  });

  const switchOutput = (output: number, isOn: boolean) => ask(box, { verb: 'output-set', output, isOn });

  test('announces two outputs and the contacts of a UPS', async () => {
    expect((await api.get('auth/generale/1')).capacita).toMatchObject({ uscite: 2 });
  });

  test('an output is switched, held, and read back; one of low voltage the other way round', async () => {
    expect(await switchOutput(1, true)).toEqual({ ok: true });
    expect(adapter.lines[0]).toEqual({ level: 1, isInput: false });
    expect(await switchOutput(2, true)).toEqual({ ok: true });
    expect(adapter.lines[1]).toEqual({ level: 0, isInput: false });
    expect(await ask(box, { verb: 'capabilities' })).toMatchObject({ result: { outputs: [true, true] } });
    await switchOutput(1, false);
    await switchOutput(2, false);
    expect(adapter.lines.slice(0, 2).map(({ level }) => level)).toEqual([0, 1]);
    expect(await ask(box, { verb: 'capabilities' })).toMatchObject({ result: { outputs: [false, false] } });
  });

  test('a schedule closes the relay and opens it a minute later', async () => {
    await api.send('POST', 'pianificazioni', {
      nome: 'Relè',
      abilitata: true,
      priorita: 5,
      valida_dal: null,
      valida_al: null,
      quando: { ricorrenza: 'una_volta', ...nextMinute() },
      azione: { tipo: 'uscita_rele', uscita: 1, attiva: true, durata: 1, a_fine: 'ripristina' },
    });
    await expect.poll(() => adapter.lines[0]?.level, { timeout: 180_000 }).toBe(1);
    await expect.poll(() => adapter.lines[0]?.level, { timeout: 180_000 }).toBe(0);
  });

  test('the contacts of the UPS are read, and their change reaches the footer', async () => {
    await api.send('PATCH', 'impianto/1/ups', { ups: true, interfaccia: 'contatti' });
    const contacts = () => api.send('GET', 'auth/stato_datalogger/all');
    adapter.setContact(2, 0);
    adapter.setContact(3, 0);
    await expect.poll(contacts).toMatchObject([{ ac_OK: '0', upsbattery_low: '1' }]);
    adapter.setContact(2, 1);
    adapter.setContact(3, 1);
    await expect.poll(contacts).toMatchObject([{ ac_OK: '1', upsbattery_low: '0' }]);
  });
});
