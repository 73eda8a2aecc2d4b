import { describe, expect, test } from 'vitest';
import { type ConfigKind, configKinds } from '../../../../src/contract/config/kinds';
import { type Comparison, mostTableRows, type RowProblem } from '../../../../src/contract/config/tables';
import { configClient } from '../../../support/config-client';
import { firstOf } from '../../../support/config-records';
import { startDatalogger, type TestRole } from '../../../support/datalogger';

/** A datalogger whose configuration is changed by tables. */
async function withTables(size: 'small' | 'medium' = 'small', role: TestRole = 'admin') {
  const datalogger = await startDatalogger({ size });
  const client = configClient(datalogger, role);
  const text = async (kind: ConfigKind, decimale: ',' | '.' = ',') =>
    (await client.send('GET', `config/${kind}/csv?decimale=${decimale}`)).text();
  const ask = (kind: ConfigKind, body: object) => client.send('POST', `config/${kind}/confronto`, body);
  const send = (kind: ConfigKind, testo: string, decimale: ',' | '.' = ',') =>
    ask(kind, { da: 'testo', testo, decimale });
  const compare = async (kind: ConfigKind, testo: string, decimale: ',' | '.' = ','): Promise<Comparison> =>
    (await send(kind, testo, decimale)).json();
  const take = async (kind: ConfigKind, body: object, versione: string) =>
    datalogger.request(`/api/config/${kind}/importa`, {
      method: 'POST',
      token: datalogger.login(role),
      headers: { 'If-Match': `"${versione}"` },
      json: body,
    });
  return { datalogger, ...client, text, ask, send, compare, take };
}

/** What is wrong or unusual in the first rows, without the value. */
const told = ({ righe }: Comparison, of: (row: Comparison['righe'][number]) => readonly RowProblem[]) =>
  righe.map(row => [
    row.riga,
    ...of(row).map(({ campo, codice, da }) => [campo, codice, da].join(' ').trim()),
  ]);

describe('a table of the records of a kind', () => {
  test.each(configKinds.flatMap(kind => [[kind, ','] as const, [kind, '.'] as const]))(
    'of %s, with the decimal mark %s, is read again without a difference',
    async (kind, mark) => {
      const { datalogger, text, compare } = await withTables('medium');
      firstOf(datalogger, kind);
      const count = datalogger.config.devices.all()[kind].length;
      const table = await text(kind, mark);
      expect(table).toMatch(/^\ufeff?id[;,]nome[;,]/);
      expect(await compare(kind, table, mark)).toMatchObject({ righe: [], uguali: count, ignote: [] });
      await datalogger.close();
    },
  );

  test('keeps texts that a spreadsheet would take for numbers, dates or formulas', async () => {
    const { datalogger, change, text, compare } = await withTables();
    await change('inverters', { seriale: '0012', firmware: '1.10', modello: '=SUM(A1)', marca: "'0012" });
    await change('inverters', { seriale: '123456789012345', firmware: '3-4', posizione: 'Nord; "A"' }, 2);
    const table = await text('inverters');
    expect(table).toContain("'0012;");
    expect(table).toContain("'123456789012345");
    expect(await compare('inverters', table)).toMatchObject({ righe: [], uguali: 2 });
    await datalogger.close();
  });

  test('has heads that no language changes, the units beside them, and nothing secret', async () => {
    const { datalogger, text } = await withTables();
    const [head = ''] = (await text('inverters')).split('\r\n');
    expect(head).toContain(';pn [kW];kwp [kWp];');
    for (const kind of configKinds) expect(await text(kind)).not.toMatch(/password|chiave|segreto/i);
    await datalogger.close();
  });
});

describe('a table that is read', () => {
  test('shows what is new and what changes, field by field, and writes nothing before it is taken', async () => {
    const { datalogger, compare } = await withTables();
    const testo =
      'nome\tprotocollo\tpolling [s]\tpn\tkwp\tcolore\nINV 01\t\t10\t\t\trosso\nINV 09\tSIM\t\t50\t55,5\tblu\n';
    const before = datalogger.config.devices.all();
    const comparison = await compare('inverters', testo);
    expect(datalogger.config.devices.all()).toBe(before);
    expect(comparison).toMatchObject({ uguali: 0, ignote: ['colore'] });
    const [first, second] = comparison.righe;
    expect(first).toMatchObject({ riga: 2, id: 1, nome: 'INV 01', esito: 'cambiato' });
    expect(first?.campi).toEqual([{ campo: 'polling', prima: 5, dopo: 10 }]);
    expect(second).toMatchObject({ riga: 3, id: null, esito: 'nuovo', problemi: [] });
    expect(second?.campi).toContainEqual({ campo: 'kwp', prima: null, dopo: 55.5 });
    await datalogger.close();
  });

  test('is taken as it was shown, in one step, with a line in the log for each record', async () => {
    const { datalogger, compare, take, list } = await withTables('medium');
    const boxes = Array.from(
      { length: 200 },
      (_, at) => `SB ${at + 1};sim;${at + 1};INV ${String((at % 10) + 1).padStart(2, '0')};12`,
    );
    const testo = ['nome;protocollo;istanza;inverter;ingressi', ...boxes].join('\r\n');
    const comparison = await compare('box-stringhe', testo);
    expect(told(comparison, ({ problemi }) => problemi).filter(row => row.length > 1)).toEqual([]);
    const count = datalogger.config.devices.all()['box-stringhe'].length;
    const response = await take('box-stringhe', { da: 'testo', testo, decimale: ',' }, comparison.versione);
    expect(response.status).toBe(200);
    const records = await list('box-stringhe');
    expect(records).toHaveLength(count + 200);
    expect(records.at(-1)).toMatchObject({ nome: 'SB 200', inverter: 10, ingressi: 12 });
    expect(
      datalogger.config.audit.newest(300).filter(({ action }) => action === 'config.create'),
    ).toHaveLength(200);
    // Sent again it changes nothing: each row is about the record of its name.
    expect(await compare('box-stringhe', testo)).toMatchObject({ righe: [], uguali: 200 });
    await datalogger.close();
  });

  test('says at row and field what is wrong, and then nothing of it is taken', async () => {
    const { datalogger, compare, take } = await withTables();
    const testo = [
      'id;nome;protocollo;host;unita;pn;kwp;abilitato',
      ';INV 07;modbus-tcp;;3;50;55;1',
      ';INV 08;sim;;300;1,000,5;55;forse',
      '1;INV 02;sim;;1;50;55;1',
      '99;INV 10;sim;;1;50;55;1',
      ';INV 11;modbus-tcp;10.20.4.9;5;50;55;sì',
      ';INV 11;modbus-tcp;10.20.4.9;5;50;55;VERO',
      ';;sim;;5;50;55;0',
    ].join('\n');
    const comparison = await compare('inverters', testo);
    expect(told(comparison, ({ problemi }) => problemi)).toEqual([
      [2, 'host required'],
      [3, 'abilitato not_allowed', 'unita too_high', 'pn not_a_number'],
      [4, 'nome in_use INV 02'],
      [5, 'id not_found'],
      [6, 'nome in_use INV 11', 'unita in_use INV 11'],
      [7, 'nome in_use INV 11', 'unita in_use INV 11'],
      [8, 'nome required'],
    ]);
    const before = datalogger.config.devices.all();
    const response = await take('inverters', { da: 'testo', testo, decimale: ',' }, comparison.versione);
    expect(response.status).toBe(422);
    expect(datalogger.config.devices.all()).toBe(before);
    await datalogger.close();
  });

  test('judges its records as they would be together: names may change places', async () => {
    const { datalogger, compare } = await withTables();
    const { righe } = await compare('inverters', 'id,nome\n1,INV 02\n2,INV 01\n', '.');
    expect(righe.map(({ esito, campi }) => [esito, campi.length])).toEqual([
      ['cambiato', 1],
      ['cambiato', 1],
    ]);
    await datalogger.close();
  });

  test('says who uses what is disabled, and which figures are missing once all of it is', async () => {
    const { datalogger, compare, change } = await withTables();
    const table = (...rows: string[]) => compare('inverters', ['nome;abilitato', ...rows].join('\n'));
    expect((await table('INV 01;1')).usi).toEqual({ usato_da: [], mancheranno: [] });
    const one = await table('INV 01;0');
    expect(one.usi.usato_da.length).toBeGreaterThan(0);
    expect(one.usi.mancheranno).toEqual([]);
    const both = await table('INV 01;0', 'INV 02;0');
    expect(both.usi.usato_da).toEqual(expect.arrayContaining(one.usi.usato_da));
    expect(both.usi.usato_da.length).toBeGreaterThan(one.usi.usato_da.length);
    expect(both.usi.mancheranno).toEqual(['impianto']);
    // What was disabled before costs nothing more.
    await change('inverters', { abilitato: false });
    expect((await table('INV 01;0')).usi).toEqual({ usato_da: [], mancheranno: [] });
    await datalogger.close();
  });

  test('is refused with 412 once somebody else has changed what it was compared with', async () => {
    const { datalogger, compare, take, change } = await withTables();
    const body = { da: 'testo', testo: 'nome;polling\nINV 01;10\n', decimale: ',' };
    const { versione } = await compare('inverters', body.testo);
    await change('inverters', { polling: 20 });
    expect((await take('inverters', body, versione)).status).toBe(412);
    expect(datalogger.config.devices.find('inverters', 1)?.polling).toBe(20);
    const again = await compare('inverters', body.testo);
    expect(again.righe[0]?.campi).toEqual([{ campo: 'polling', prima: 20, dopo: 10 }]);
    expect((await take('inverters', body, again.versione)).status).toBe(200);
    expect(datalogger.config.devices.find('inverters', 1)?.polling).toBe(10);
    await datalogger.close();
  });

  test('leaves alone what it does not name: a missing row deletes nothing, a missing column changes nothing', async () => {
    const { datalogger, compare, take, list } = await withTables();
    const [, second] = await list('inverters');
    const body = { da: 'testo', testo: 'id;note\n1;Tetto\n', decimale: ',' };
    await take('inverters', body, (await compare('inverters', body.testo)).versione);
    const [first, after] = await list('inverters');
    expect(first).toMatchObject({ nome: 'INV 01', note: 'Tetto' });
    expect(after).toEqual(second);
    await datalogger.close();
  });

  test.each([
    ['a workbook', 'PK\u0003\u0004...', 'unsupported_type'],
    ['a table without names', 'marca;modello\nA;B', 'required'],
    ['an empty text', '', 'required'],
    ['a head twice', 'nome;pn;PN [kW]\nA;1;2', 'in_use'],
    ['too many rows', `nome\n${'A\n'.repeat(mostTableRows + 1)}`, 'too_long'],
    ['nothing but line ends', '\n'.repeat(1_900_000), 'too_long'],
    ['too many columns', `nome;${'A;'.repeat(201)}`, 'too_high'],
    ['read in the wrong encoding', 'nome\nFal\ufffda 1', 'invisible'],
  ])('G03, G14: is refused as a whole when it is %s', async (_, testo, codice) => {
    const { datalogger, send } = await withTables();
    const response = await send('inverters', testo);
    expect([response.status, (await response.json()).codice]).toEqual([422, codice]);
    await datalogger.close();
  });

  test('G03: with 150,000 heads keeps nobody waiting', async () => {
    const { datalogger, send } = await withTables();
    const heads = Array.from({ length: 150_000 }, (_, at) => at.toString(36)).join(';');
    const begin = performance.now();
    expect((await send('inverters', `nome;${heads}`)).status).toBe(422);
    // 15 s and more where each head is compared with all the others.
    expect(performance.now() - begin).toBeLessThan(5000);
    await datalogger.close();
  });

  test.each(['1e0', '0x1', '1.0', ' +1'])('G14: takes no id that is written as %s', async id => {
    const { datalogger, compare } = await withTables();
    const { righe } = await compare('inverters', `id;note\n${id};Tetto\n`);
    expect(righe[0]?.problemi).toContainEqual({ campo: 'id', codice: 'not_found', valore: id.trim() });
    await datalogger.close();
  });

  test('has dates as spreadsheets write them back, and no date that could be two', async () => {
    const { datalogger, compare } = await withTables();
    const dates = async (date: string, mark: ',' | '.') => {
      const { righe } = await compare('contatori', `id\ttarato_il\n1\t${date}`, mark);
      return righe[0]?.problemi[0]?.codice ?? righe[0]?.campi[0]?.dopo;
    };
    expect(await dates('9/3/2024', ',')).toBe('2024-03-09');
    expect(await dates('09.03.2024', '.')).toBe('2024-03-09');
    expect(await dates('9/3/2024', '.')).toBe('invalid');
    expect(await dates('31/02/2024', ',')).toBe('invalid');
    await datalogger.close();
  });
});

describe('the same values for several records', () => {
  test('are compared and taken like a table', async () => {
    const { datalogger, ask, take, list } = await withTables();
    const body = { da: 'campi', id: [1, 2], campi: { polling: 30, timeout: 1000 } };
    const comparison: Comparison = await (await ask('inverters', body)).json();
    expect(comparison.righe.map(({ nome, campi }) => [nome, campi])).toEqual([
      ['INV 01', [{ campo: 'polling', prima: 5, dopo: 30 }]],
      ['INV 02', [{ campo: 'polling', prima: 5, dopo: 30 }]],
    ]);
    expect((await take('inverters', body, comparison.versione)).status).toBe(200);
    expect((await list('inverters')).map(({ polling }) => polling)).toEqual([30, 30]);
    await datalogger.close();
  });
});

test('who may change a kind may change many of it; nobody else sees its table', async () => {
  const technician = await withTables('medium', 'cci');
  expect((await technician.send('inverters', 'nome\nINV 01')).status).toBe(200);
  expect((await technician.send('box-stringhe', 'nome\nSB')).status).toBe(403);
  await technician.datalogger.close();
  const operator = await withTables('small', 'normal');
  expect((await operator.send('inverters', 'nome\nINV 01')).status).toBe(403);
  await operator.datalogger.close();
});
