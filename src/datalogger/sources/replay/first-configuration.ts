import { byKind, type ConfigKind, type ConfigOf, completed } from '../../../contract/config/kinds';
import { type Proposal, proposalsOf } from '../../../contract/config/proposals';
import { usualCoverage } from '../../../contract/coverage';
import { usualTerms } from '../../../contract/plant';
import type { ConfigDatabase } from '../../storage/config/config-database';
import type { PlantFields } from '../../storage/config/plant-config';
import type { DeviceMap } from '../fieldbus/device-driver';
import { RegisterImage } from '../fieldbus/engine/image';
import type { Read } from '../fieldbus/modbus/read';
import { identify } from '../fieldbus/sunspec/chain';
import { type InventoryItem, inventoryOf, inventoryRequests } from '../fieldbus/sunspec/inventory';
import { connectionTo, type Recording } from './recording';

type Records = { readonly [K in ConfigKind]: (ConfigOf<K> & { readonly id: number })[] };

/** A rated power that is not in the recording, kW. */
const unknownKw = 100;
const shortest = 32;
const longestName = 64;

/** The records for all that was recorded. Rejects with an Error of one line where a recording has no SunSpec models. */
export async function recordsOf(recordings: readonly Recording[]): Promise<Records> {
  const records: Records = byKind(() => []);
  for (const recording of recordings)
    for (const { item, map } of await itemsOf(recording)) add(records, recording, item, map);
  return records;
}

async function itemsOf(recording: Recording): Promise<{ item: InventoryItem; map: DeviceMap }[]> {
  const connection = connectionTo(recording);
  const read: Read = request => connection.read(request, 0);
  const identified = await identify(read, { unit: recording.unit, base: recording.base });
  if (identified.kind !== 'found')
    throw new Error(`SOURCE=replay: ${JSON.stringify(recording.name)} has no SunSpec models`);
  const { map } = identified;
  const image = new RegisterImage();
  for (const request of inventoryRequests(map)) {
    const reply = await read(request);
    if (reply.kind === 'values') image.put([{ request, values: reply.values }]);
  }
  return inventoryOf(map, image).map(item => ({ item, map }));
}

function add(records: Records, { address, unit }: Recording, item: InventoryItem, map: DeviceMap): void {
  const { maker, model, version } = item.nameplate;
  const name = `${model || maker || item.tipo} ${address.host.split('.').at(-1)}.${unit}`;
  const { tipo: kind, istanza: instance, pn, parti: parts, punti: points } = item;
  if (kind === null) return;
  for (const { fields, part } of proposalsOf(kind, { instance, ratedKw: pn, parts, points })) {
    const list: object[] = records[kind];
    const id = list.length + 1;
    const named = kind === 'sensori' ? `${id} ${name} ${part}` : `${id} ${name}`;
    const common = {
      nome: named.slice(0, longestName),
      protocollo: 'sunspec-tcp',
      host: address.host,
      porta: address.port,
      unita: unit,
      base_registri: baseOf(map),
      istanza: instance,
      marca: cut(maker),
      modello: cut(model),
      firmware: cut(version),
    };
    const untold = untoldOf(kind, fields, records.contatori.length > 0);
    list.push({ ...completed(kind, { ...common, ...untold, ...fields }), id });
  }
}

/** What no recording says, and a plant needs. */
function untoldOf(kind: ConfigKind, { pn = unknownKw }: Proposal['fields'], hasMeter: boolean): object {
  if (kind === 'inverters') return { pn, kwp: pn };
  if (kind === 'contatori') return { ruolo: hasMeter ? 'consumo' : 'scambio' };
  return kind === 'box-stringhe' ? { inverter: 1 } : {};
}

const cut = (text: string) => text.slice(0, shortest);
const baseOf = ({ base }: DeviceMap) => (base === 50_000 || base === 0 ? base : 40_000);

/** Writes the recorded devices into the configuration, with a plant around them, unless something is configured already. */
export function describeRecording(
  { plantConfig, devices, atomically }: ConfigDatabase,
  name: string,
  records: Records,
): void {
  atomically(() => {
    if (devices.isNew()) devices.replace(records);
    const peak = records.inverters.reduce((sum, { pn }) => sum + pn, 0);
    if (!plantConfig.read()) plantConfig.create({ fields: plantOf(name, Math.max(1, peak)), hasUps: false });
  });
}

/** What a recording does not say of its plant is left empty, or what is usual. */
const plantOf = (name: string, kilowatts: number): PlantFields => ({
  nome: name.slice(0, longestName) || 'Replay',
  indirizzo: '',
  comune: '',
  provincia: '',
  cap: '',
  lat: null,
  long: null,
  altitudine: null,
  potenza_picco: kilowatts,
  potenza_ca: kilowatts,
  potenza_immissione: kilowatts,
  livello_tensione: 'BT',
  tensione: 400,
  trasformatore: null,
  pod: '',
  censimp: '',
  up: '',
  rintracciabilita: '',
  data_connessione: null,
  data_esercizio: null,
  festivi_italia: true,
  incentivo: '',
  tariffa: null,
  scadenza_incentivo: null,
  dso: '',
  titolare: '',
  contatto: '',
  fuso: 'UTC',
  tilt: 30,
  azimut: 180,
  gamma: -0.4,
  albedo: 0.2,
  pr_atteso: 80,
  disponibilita_contrattuale: 98,
  soglia_irraggiamento: 50,
  copertura_certa: usualCoverage.certain,
  copertura_minima: usualCoverage.least,
  ...usualTerms,
});
