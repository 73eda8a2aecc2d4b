import { afterEach, expect, test } from 'vitest';
import type { FoundDevice, Scan, ScanBody } from '../../../../src/contract/bus';
import type { ConfigKind, ConfigOf } from '../../../../src/contract/config/kinds';
import { SteadyClock } from '../../../../src/datalogger/core/time/steady-clock';
import { noRecords, nothingConfigured } from '../../../../src/datalogger/plant/processing/setup';
import { FieldPlant } from '../../../../src/datalogger/sources/fieldbus/field-plant';
import { sunspecDriver } from '../../../../src/datalogger/sources/fieldbus/sunspec/driver';
import { testClock } from '../../../support/clock';
import { newRecord } from '../../../support/config-records';
import { captureOf } from '../../../support/field-captures';
import { localDial } from '../../../support/local-guard';
import { type ServedUnit, serveUnits, type UnitServer } from '../../../support/modbus-server';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

function unitOf(name: string): ServedUnit {
  const { base, registers } = captureOf(name);
  return { registers: new Map(registers.map((word, index) => [base + index, word])) };
}

/** A line with an inverter, a meter whose map begins at 0, a station, a silent unit, and one that knows no SunSpec. */
async function rig(units: readonly (readonly [number, ServedUnit])[] = usual) {
  const server = await serveUnits(new Map(units));
  const clock = new SteadyClock(testClock('2026-06-10T12:00:00+02:00', { isRunning: true }));
  const plant = new FieldPlant({ dial: localDial, clock, driverOf: () => sunspecDriver });
  open.push(plant, { close: () => server.stop() });
  return { server, plant, fieldBus: plant.bus };
}
const usual = [
  [1, unitOf('fimer-pvs175')],
  [2, unitOf('power-one-central')],
  [3, unitOf('rainwise-pvmet')],
  [5, unitOf('mersen-hmmc6a')],
  [6, { registers: new Map([[0, 17]]) }],
] as const;

/** All that a search says. */
async function search(
  { fieldBus, server }: Pick<Awaited<ReturnType<typeof rig>>, 'fieldBus' | 'server'>,
  range: Partial<ScanBody> = {},
  onFound: (stop: () => void) => void = () => undefined,
) {
  const stop = new AbortController();
  const found: FoundDevice[] = [];
  const silent: Scan['muti'][number][] = [];
  let progress = [0, 0];
  const body = {
    host: '127.0.0.1',
    fino_a: null,
    porta: server.port,
    trama: 'tcp',
    unita_da: 1,
    unita_a: 6,
  } as const;
  await fieldBus.scan(
    { ...body, ...range },
    {
      at: (_, asked, total) => {
        progress = [asked, total];
      },
      silent: host => silent.push(host),
      found: device => {
        found.push(device);
        onFound(() => stop.abort());
      },
    },
    stop.signal,
  );
  // Several connections search at once: which unit is found first is chance.
  return { found: found.sort((a, b) => a.unita - b.unita), silent, progress };
}

const configure = <K extends ConfigKind>(plant: FieldPlant, kind: K, ...records: ConfigOf<K>[]) =>
  plant.configure({
    ...nothingConfigured,
    configuration: {
      ...noRecords,
      [kind]: records.map((record, index) => ({ ...record, id: index + 1, versione: 1 })),
    },
  });

const inverterAt = ({ port }: UnitServer, changes: Partial<ConfigOf<'inverters'>> = {}) =>
  newRecord('inverters', {
    protocollo: 'sunspec-tcp',
    host: '127.0.0.1',
    porta: port,
    timeout: 300,
    tentativi: 0,
    ...changes,
  });

test('a search says what each unit is: kind, rated power, inputs, where a station measures', async () => {
  const { found, progress } = await search(await rig());
  expect(progress).toEqual([6, 6]);
  const said = found.map(({ unita, base_registri, tipo, marca, modello, pn, parti, punti }) => ({
    unita,
    base_registri,
    tipo,
    marca,
    modello,
    pn,
    parti,
    ...(punti.length > 0 ? { punti } : {}),
  }));
  expect(said).toMatchInlineSnapshot(`
    [
      {
        "base_registri": 40000,
        "marca": "FIMER",
        "modello": "-3Q58-",
        "parti": 12,
        "pn": 185,
        "tipo": "inverters",
        "unita": 1,
      },
      {
        "base_registri": 0,
        "marca": "Power-One",
        "modello": "PVI-CENTRAL-50",
        "parti": null,
        "pn": null,
        "tipo": "inverters",
        "unita": 2,
      },
      {
        "base_registri": 50000,
        "marca": "Rainwise",
        "modello": "PVmet-200",
        "parti": null,
        "pn": null,
        "punti": [
          "302.GHI",
          "302.POAI",
          "303.TmpBOM",
          "307.TmpAmb",
          "307.WndSpd",
          "307.WndDir",
        ],
        "tipo": "sensori",
        "unita": 3,
      },
      {
        "base_registri": 50000,
        "marca": "Rainwise",
        "modello": "PVmet-200",
        "parti": null,
        "pn": null,
        "punti": [
          "303.TmpBOM",
        ],
        "tipo": "sensori",
        "unita": 3,
      },
      {
        "base_registri": 40000,
        "marca": "Mersen",
        "modello": "HMMC6A",
        "parti": 30,
        "pn": null,
        "tipo": "box-stringhe",
        "unita": 5,
      },
      {
        "base_registri": 40000,
        "marca": "",
        "modello": "",
        "parti": null,
        "pn": null,
        "tipo": null,
        "unita": 6,
      },
    ]
  `);
});

test('it begins with the usual units, stops on request, and knows what is configured', async () => {
  const parts = await rig();
  configure(parts.plant, 'inverters', inverterAt(parts.server, { nome: 'INV 01' }));
  const { found, progress } = await search(parts, { unita_da: 0, unita_a: 255 }, stop => stop());
  expect(found).toMatchObject([{ unita: 1, configurato: { id: 1, nome: 'INV 01' } }]);
  expect(progress[1]).toBe(256);
});

test('a device that answers under every unit is found once, and a host that refuses is named', async () => {
  const every = Array.from({ length: 40 }, (_, unit) => [unit, unitOf('fimer-pvs175')] as const);
  const { server, fieldBus } = await rig(every);
  expect((await search({ server, fieldBus }, { unita_a: 39 })).found).toHaveLength(1);
  expect(server.asked.size).toBeLessThan(12);
  await server.stop();
  const refused = await search({ server, fieldBus });
  expect(refused).toMatchObject({ silent: [{ host: '127.0.0.1', causa: 'rifiutata' }], progress: [6, 6] });
  const forbidden = await search({ server, fieldBus }, { host: '127.0.0.2' });
  expect(forbidden.silent).toEqual([{ host: '127.0.0.2', causa: 'indirizzo_vietato' }]);
});

test('registers are read as they are, or it is said why not', async () => {
  const { server, fieldBus } = await rig();
  const request = {
    host: '127.0.0.1',
    porta: server.port,
    trama: 'tcp',
    unita: 1,
    funzione: 3,
    da: 40_000,
    quanti: 2,
  } as const;
  expect(await fieldBus.registers(request)).toMatchObject({ valori: [0x5375, 0x6e53], causa: null });
  expect(await fieldBus.registers({ ...request, unita: 6 })).toMatchObject({
    valori: null,
    causa: 'eccezione',
    codice: 2,
  });
  expect(await fieldBus.registers({ ...request, unita: 4 })).toMatchObject({
    valori: null,
    causa: 'scaduta',
  });
});

test('the lines say how their devices answer', async () => {
  const { server, plant, fieldBus } = await rig([...usual, [4, { registers: new Map(), fault: 'dead' }]]);
  configure(
    plant,
    'inverters',
    inverterAt(server, { nome: 'A', polling: 1 }),
    inverterAt(server, { nome: 'B', unita: 4 }),
  );
  plant.start();
  await expect
    .poll(() => fieldBus.lines()[0]?.dispositivi, { timeout: 20_000 })
    .toMatchObject([
      {
        nome: 'A',
        periodo: 1,
        trovato: { marca: expect.stringMatching(/./) },
        ultimo_errore: null,
        scadute: 0,
      },
      { nome: 'B', buona: null, trovato: null, ultimo_errore: { causa: 'scaduta', codice: null } },
    ]);
  const [line] = fieldBus.lines();
  expect(line).toMatchObject({ host: '127.0.0.1', porta: server.port, stato: 'collegata', causa: null });
  expect(line?.dispositivi[0]?.mappa[0]).toEqual({ modello: 1, da: 40_004, lunghezza: 66 });
  expect(line?.dispositivi[0]?.risposte).toBeGreaterThan(5);
});

test('the test of a connection reads the main values, and says why they are not given', async () => {
  const refusing = unitOf('fimer-pvs175');
  const { server, plant } = await rig([[1, refusing]]);
  configure(plant, 'inverters', inverterAt(server));
  expect(await plant.probe('inverters', 1, {})).toMatchObject({ esito: 'ok' });
  const main = captureOf('fimer-pvs175').models.find(({ id }) => id === 103);
  // The header of model 103 is answered, its power is not.
  refusing.registers.delete((main?.address ?? 0) + 14);
  expect(await plant.probe('inverters', 1, {})).toMatchObject({
    esito: 'senza_valori',
    causa: 'eccezione',
    codice: 2,
    trovato: { marca: expect.any(String) },
  });
});

test('the test of a connection says what is wrong and what is there', async () => {
  const { server, plant } = await rig();
  configure(plant, 'inverters', inverterAt(server));
  const probe = (address: Partial<ConfigOf<'inverters'>>) => plant.probe('inverters', 1, address);
  expect(await probe({})).toMatchObject({ esito: 'ok', trovato: { seriale: expect.any(String) } });
  expect(await probe({ istanza: 2 })).toMatchObject({ esito: 'indirizzo_errato', causa: 'tipo_diverso' });
  expect(await probe({ unita: 3 })).toMatchObject({
    esito: 'indirizzo_errato',
    causa: 'tipo_diverso',
    trovato: { marca: 'Rainwise' },
  });
  expect(await probe({ unita: 4 })).toMatchObject({ esito: 'muto', causa: 'scaduta' });
  expect(await probe({ unita: 6 })).toMatchObject({
    esito: 'indirizzo_errato',
    causa: 'eccezione',
    codice: 2,
  });
  expect(await probe({ porta: 1 })).toMatchObject({ esito: 'muto', causa: 'rifiutata' });
  configure(plant, 'inverters', inverterAt(server, { seriale: 'another' }));
  expect(await probe({})).toMatchObject({ esito: 'ok', causa: 'seriale_diverso' });
});
