import { describe, expect, test } from 'vitest';
import { configClient } from '../../../support/config-client';
import { startDatalogger, type TestOptions } from '../../../support/datalogger';

/** A datalogger with an administrator at its configuration. */
async function configured(options: TestOptions = {}) {
  const datalogger = await startDatalogger(options);
  return { datalogger, ...configClient(datalogger) };
}

describe('inverters', () => {
  test('a new one appears at once in live values, counts and alarms, a deleted one goes, and neither takes a history along', async () => {
    const { datalogger, add, remove, list, change, rows, get } = await configured({ historyDays: 2 });
    await datalogger.run(60);
    const added = await add('inverters', { nome: 'INV nord', pn: 50, kwp: 55 });
    const inverters = await rows('inverter');
    expect([...inverters.values()].map(({ nome }) => nome)).toEqual(['INV 01', 'INV 02', 'INV nord']);
    expect(inverters.get(added.id)).toMatchObject({ pn: 50, kwp: 55, stato: 4 });
    expect((await get('impianto/1')).conteggi.inverter).toBe(3);
    const before = await get('dati_impianto/daily?m=inverter.2.pac&d=2026-06-09');
    for (const box of await list('box-stringhe'))
      if (box.inverter === 2) await change('box-stringhe', { inverter: 1 }, box.id);
    await remove('inverters', 2);
    await datalogger.run(120);
    expect([...(await rows('inverter')).keys()]).toEqual([1, added.id]);
    expect((await get('impianto/1')).conteggi.inverter).toBe(2);
    expect((await get('dati_impianto/daily?m=inverter.2.pac&d=2026-06-09')).colonne).toEqual(before.colonne);
    const again = await add('inverters', { nome: 'INV sud' });
    expect(again.id).toBe(added.id + 1);
    await datalogger.close();
  });

  test('what nobody answers for is silent, and the test of its connection says why', async () => {
    const { datalogger, add, change, rows, send } = await configured();
    const probe = async (id: number, address = {}) =>
      (await send('POST', `config/inverters/${id}/prova`, address)).json();
    const lost = await add('inverters', { nome: 'INV 99', protocollo: 'modbus-tcp', host: '10.20.4.99' });
    expect((await rows('inverter')).get(lost.id)).toMatchObject({ stato: 90, q: 0, pac: null, pn: 100 });
    expect(await probe(lost.id)).toEqual({ esito: 'indirizzo_errato', ms: null, ultimo: null });
    expect(await probe(1)).toMatchObject({ esito: 'ok', ms: expect.any(Number) });
    expect(await probe(1, { unita: 77 })).toMatchObject({ esito: 'indirizzo_errato' });
    datalogger.plant.inject({ kind: 'inverter-silent', inverter: 1 });
    await datalogger.run(10);
    expect(await probe(1)).toMatchObject({ esito: 'muto', ms: null });
    await change('inverters', { unita: 77 });
    expect(await probe(1)).toMatchObject({ esito: 'indirizzo_errato' });
    await datalogger.close();
  });

  test('disabled it is not asked and out of every sum; under maintenance it is shown, but neither alarms nor availability count it', async () => {
    const { datalogger, change, rows, get } = await configured();
    const both = (await rows('impianto')).get(1);
    await change('inverters', { abilitato: false });
    await datalogger.run(10);
    expect((await rows('inverter')).get(1)).toMatchObject({ stato: 92, q: 0, pac: null });
    const one = (await rows('impianto')).get(1);
    expect(Number(one?.pac) / Number(both?.pac)).toBeCloseTo(0.5, 1);
    expect(one?.inverter_attivi).toBe(1);

    await change('inverters', { abilitato: true, in_manutenzione: true });
    datalogger.plant.inject({ kind: 'inverter-trip', inverter: 1, cause: 'ground' });
    await datalogger.run(600);
    expect((await rows('inverter')).get(1)).toMatchObject({ stato: 91 });
    const { righe } = await get('allarmi?stato=storico&tipo=inverter');
    expect(righe.map(({ stato }: { stato: string }) => stato)).not.toContain('attivo');
    expect(righe.length).toBeGreaterThan(0);
    expect((await rows('impianto')).get(1)?.disp).toBeCloseTo(100, 1);
    await datalogger.close();
  });

  test('the name is the same everywhere, and installed power is what deviations and yields are made of', async () => {
    const { datalogger, change, rows, get } = await configured();
    const before = (await rows('inverter')).get(1);
    await change('inverters', { nome: 'INV est', kwp: 110.16 });
    const after = (await rows('inverter')).get(1);
    expect(after?.nome).toBe('INV est');
    expect(Number(after?.yday)).toBeCloseTo(Number(before?.yday) / 2, 1);
    expect(Number(after?.dev)).toBeLessThan(-30);
    datalogger.plant.inject({ kind: 'inverter-trip', inverter: 1, cause: 'ground' });
    await datalogger.run(20);
    const { righe } = await get('allarmi?tipo=inverter');
    expect(righe.map(({ nome }: { nome: string }) => nome)).toContain('INV est');
    await datalogger.close();
  });
});

test('inputs of a string box: what is excluded is not shown, a gain corrects the current', async () => {
  const { datalogger, change, rows, get } = await configured();
  const before = await rows('stringhe');
  await change('box-stringhe', { nome: 'Quadro A', esclusi: [2], gain: 1.1 });
  const after = await rows('stringhe');
  expect([...before.keys()].slice(0, 3)).toEqual([1, 2, 3]);
  expect([...after.keys()].slice(0, 3)).toEqual([1, 3, 4]);
  expect(after.get(3)?.nome).toBe('Quadro A S03');
  expect(Number(after.get(1)?.i) / Number(before.get(1)?.i)).toBeCloseTo(1.1, 2);
  expect((await get('impianto/1')).conteggi.stringhe).toBe(before.size - 1);
  await datalogger.close();
});

test('a sensor: gain and offset correct what it reads, the plant follows its primary one, and calibration runs out on its day', async () => {
  const { datalogger, change, rows } = await configured();
  const [before, plant] = [(await rows('sensori')).get(1), (await rows('impianto')).get(1)];
  await change('sensori', { gain: 1.5, offset: 10, tarato_il: '2024-06-15', validita: 24 });
  await datalogger.run(10);
  const [after, plantAfter] = [(await rows('sensori')).get(1), (await rows('impianto')).get(1)];
  expect(Number(after?.v) / (Number(before?.v) * 1.5 + 10)).toBeCloseTo(1, 1);
  expect(Number(plantAfter?.poa) / (Number(plant?.poa) * 1.5 + 10)).toBeCloseTo(1, 1);
  expect(after?.taratura).toBe(5);
  await datalogger.close();
});

describe('digital signals', () => {
  test('normally open or closed turns the state, a delay holds it back, and without an alarm nothing is raised', async () => {
    const { datalogger, change, rows, get } = await configured();
    const door = 7;
    const before = (await rows('di')).get(door);
    await change('digital-signals', { nome: 'Porta', contatto: 'NC', ritardo_on: 20 }, door);
    await datalogger.run(10);
    expect((await rows('di')).get(door)).toMatchObject({ nome: 'Porta', v: before?.v, raw: before?.raw });
    await datalogger.run(15);
    expect((await rows('di')).get(door)).toMatchObject({ v: 1 - Number(before?.v), raw: before?.raw });

    const mains = 4;
    await change('digital-signals', { allarme: false }, mains);
    datalogger.plant.inject({ kind: 'grid-outage' }, 30);
    await datalogger.run(20);
    const { righe } = await get('allarmi?stato=storico&tipo=di');
    expect(righe.filter(({ dispositivo }: { dispositivo: number }) => dispositivo === mains)).toEqual([]);
    await datalogger.close();
  });

  test('with a memory it stays active until its alarm, of the priority it is given, is acknowledged', async () => {
    const { datalogger, change, rows, get, send } = await configured();
    const smoke = 7;
    await change('digital-signals', { segnale: 'smoke', contatto: 'NC', memoria: true, priorita: 4 }, smoke);
    await datalogger.run(5);
    await change('digital-signals', { contatto: 'NA' }, smoke);
    await datalogger.run(10);
    expect((await rows('di')).get(smoke)?.v).toBe(1);
    const { righe } = await get('allarmi?tipo=di');
    expect(righe).toMatchObject([{ codice: 'CAB01', dispositivo: smoke, priorita: 4 }]);
    await send('POST', `allarmi/${righe[0].id}/riconosci`, {});
    await datalogger.run(5);
    expect((await rows('di')).get(smoke)?.v).toBe(0);
    await datalogger.close();
  });
});

test('trackers: their wind limits are shown, their group is commanded, and a lower limit sends them to safety', async () => {
  const { datalogger, list, send, rows } = await configured({ size: 'medium' });
  const trackers = await list('trackers');
  const [first] = trackers;
  const { id: _, versione: __, ...body } = first ?? { id: 0, versione: 0 };
  await send('PUT', 'config/trackers/1', { ...body, gruppo: 9, vento_riposo: 5, vento_rientro: 1 });
  await datalogger.run(60);
  const shown = (await rows('tracker')).get(1);
  expect(shown).toMatchObject({ settore: 9, limite: 5, rientro: 900, stato: 5 });
  expect((await rows('tracker')).get(2)?.stato).toBe(1);
  const selection = await send('POST', 'comandi', { oggetto: 'tracker.9', azione: 'riposo' });
  expect((await selection.json()).effetto.dispositivi).toBe(1);
  await datalogger.close();
});

test('an interface protection trips by its declared thresholds, and tells them', async () => {
  const { datalogger, list, send, get, rows } = await configured();
  const [spi] = await list('protezioni-interfaccia');
  const { id: _, versione: __, ...body } = spi ?? { id: 0, versione: 0, funzioni: [] };
  const funzioni = body.funzioni.map(item => (item.codice === '27.S1' ? { ...item, soglia: 0.5 } : item));
  await send('PUT', 'config/protezioni-interfaccia/1', { ...body, nome: 'SPI cabina', funzioni });
  const { protezioni } = await get('protezioni_interfaccia');
  expect(protezioni[0]).toMatchObject({ nome: 'SPI cabina' });
  expect(protezioni[0].soglie).toContainEqual(
    expect.objectContaining({ codice: '27.S1', soglia: 0.5, norma: { soglia: 0.85, tempo: 1.5 } }),
  );
  datalogger.plant.inject({ kind: 'grid-dip', percent: 70 }, 5);
  await datalogger.run(10);
  expect((await rows('spi')).get(1)).toMatchObject({ ddi: 2, intervento: 0 });
  await datalogger.close();
});

test('a central controller: sizes and the voltages of its curve are shown, and the curve asks for the reactive power', async () => {
  const { datalogger, change, rows } = await configured({ size: 'medium' });
  const flat = [
    { x: 0.9, y: 50 },
    { x: 1.1, y: 50 },
  ];
  await change('cci', { smax: 1200, qcap: 400, curva_qv: flat });
  await datalogger.run(10);
  const noBends = { qv1: null, qv2: null, qv3: null, qv4: null };
  expect((await rows('cci')).get(1)).toMatchObject({ smax: 1200, qsp: 16.7, ...noBends });
  const narrow = [
    { x: 0.93, y: 100 },
    { x: 0.95, y: 0 },
    { x: 1.02, y: 0 },
    { x: 1.04, y: -100 },
  ];
  await change('cci', { curva_qv: narrow });
  await datalogger.run(10);
  expect((await rows('cci')).get(1)).toMatchObject({ qv1: 0.93, qv2: 0.95, qv3: 1.02, qv4: 1.04 });
  await datalogger.close();
});

test('the UPS brings its lines to the footer, and the time zone moves the midnight of the day', async () => {
  const { datalogger, send, get, rows } = await configured({ at: '2026-06-10T22:50:00+02:00' });
  await send('PATCH', 'impianto/1/ups', { ups: true });
  const [footer] = await get('auth/stato_datalogger/all');
  expect(footer).toMatchObject({ ac_OK: '0', upsbattery_low: '1' });
  const plant = await get('impianto/1');
  const { conteggi: _, versione: __, ups: ___, rete: ____, gruppo_continuita: _____, ...fields } = plant;
  const before = (await rows('impianto')).get(1)?.eday;
  expect(Number(before)).toBeGreaterThan(0);
  const response = await send('PUT', 'impianto/1', { ...fields, fuso: 'Europe/Helsinki', nome: 'FV Nord' });
  expect(response.status).toBe(200);
  await datalogger.run(900);
  // In Helsinki the day has ended, in Rome it has not.
  expect((await rows('impianto')).get(1)).toMatchObject({ nome: 'FV Nord', eday: 0 });
  await datalogger.close();
});

test('a UPS that is not there raises nothing; of one that is, missing mains after the time that is set, and its low battery shuts the device down', async () => {
  const { datalogger, send, get } = await configured();
  const codes = async () => (await get('allarmi')).righe.map(({ codice }: { codice: string }) => codice);
  const shutdowns = () => datalogger.system.actions.filter(({ action }) => action === 'shutdown').length;
  datalogger.hardware.acContact = '1';
  await send('PATCH', 'impianto/1/ups', { ups: false });
  await datalogger.run(60);
  expect(await codes()).not.toContain('UPS01');
  await send('PATCH', 'impianto/1/ups', { ups: true, ritardo_allarme: 120, spegnimento: 5 });
  await datalogger.run(100);
  expect(await codes()).not.toContain('UPS01');
  await datalogger.run(60);
  expect(await codes()).toContain('UPS01');
  datalogger.hardware.batteryContact = '0';
  await datalogger.run(280);
  expect(shutdowns()).toBe(0);
  await datalogger.run(900);
  expect(shutdowns()).toBe(1);
  await datalogger.close();
});
