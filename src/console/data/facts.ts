import { usualCoverage } from '../../contract/coverage';
import type { Holidays } from '../../contract/time-bands';
import { type BoxCapabilities, readCapabilities } from './capabilities';
import { judgeDevice, judgeStatus } from './plant-clock';
import {
  numberOrNull,
  numberWithin,
  readArray,
  readObject,
  textIn,
  textOrNull,
  textsIn,
  timeOrNull,
} from './read';
import { resource } from './resource';

/** General information of the datalogger. */
export interface DeviceFacts {
  readonly product: string;
  readonly version: string | null;
  readonly serial: string | null;
  /** The plant's IANA time zone: all times on the screen are in this zone. */
  readonly zone: string;
  /** The plant's clock at the time of the answer, in epoch seconds. */
  readonly epochS: number | null;
  readonly isSimulated: boolean;
  /** Changes at each start of the datalogger. */
  readonly bootId: string | null;
  /** Share of a simulated history that is written, %; null where it is whole. */
  readonly historyPercent: number | null;
  /** What the box can do; null where the datalogger does not say it. */
  readonly capabilities: BoxCapabilities | null;
}

/** The plant data that the shell and the dashboard need. Powers in kW(p); null where not given. */
export interface PlantFacts {
  readonly name: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly peakKwp: number | null;
  readonly acKw: number | null;
  readonly voltageV: number | null;
  readonly voltageLevel: string | null;
  readonly transformerKva: number | null;
  /** ISO date on which the plant went into operation. */
  readonly since: string | null;
  readonly targetPr: number | null;
  /** Below this coverage (%) a key figure is uncertain; below that one it is missing. */
  readonly coverageLimits: { readonly certain: number; readonly least: number };
  /** Which days are paid as holidays. */
  readonly holidays: Holidays;
  readonly hasUps: boolean;
  readonly inverters: number | null;
  readonly strings: number | null;
  /** How many devices there are, by group. */
  readonly counts: ReadonlyMap<string, number>;
  readonly version: number | null;
}

/** The first status record: texts as received, null where absent. */
export interface DeviceStatus {
  readonly serial: string | null;
  readonly date: string | null;
  readonly time: string | null;
  readonly operation: string | null;
  readonly cpuTemperature: number | null;
  readonly acContact: string | null;
  readonly batteryContact: string | null;
}

export const fallbackProduct = 'Meridiana';
export const fallbackZone = 'Europe/Rome';

/** Values in kW, kVA or V above this are invalid: no plant reaches them. */
const largest = 1e7;
/** More devices of a kind than any datalogger has are invalid, because tables reserve space for the number of rows. */
const countOf = (value: unknown) => numberWithin(value, 0, 10_000);

export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

export function readDeviceFacts(raw: unknown): DeviceFacts {
  const facts = readObject(raw, 'general information');
  const zone = textOrNull(facts.fuso);
  return {
    product: textOrNull(facts.prodotto) ?? fallbackProduct,
    version: textOrNull(facts.versione),
    serial: textOrNull(facts.seriale),
    zone: zone && isZone(zone) ? zone : fallbackZone,
    epochS: timeOrNull(facts.ora),
    isSimulated: facts.simulato === true,
    bootId: textOrNull(facts.avvio),
    historyPercent: numberWithin(facts.storia_scritta, 0, 99),
    capabilities: readCapabilities(facts.capacita),
  };
}

export function readPlantFacts(raw: unknown): PlantFacts {
  const plant = readObject(raw, 'a plant');
  const counts =
    typeof plant.conteggi === 'object' && plant.conteggi ? readObject(plant.conteggi, 'counts') : {};
  return {
    name: textIn(plant.nome),
    latitude: numberWithin(plant.lat, -90, 90),
    longitude: numberWithin(plant.long, -180, 180),
    peakKwp: numberWithin(plant.potenza_picco, 0, largest),
    acKw: numberWithin(plant.potenza_ca, 0, largest),
    voltageV: numberWithin(plant.tensione, 0, largest),
    voltageLevel: textOrNull(plant.livello_tensione),
    transformerKva: numberWithin(plant.trasformatore, 0, largest),
    since: textOrNull(plant.data_esercizio),
    targetPr: numberWithin(plant.pr_atteso, 0, 100),
    coverageLimits: {
      certain: numberWithin(plant.copertura_certa, 0, 100) ?? usualCoverage.certain,
      least: numberWithin(plant.copertura_minima, 0, 100) ?? usualCoverage.least,
    },
    holidays: {
      isItalian: plant.festivi_italia !== false,
      more: textsIn(plant.festivi),
      less: textsIn(plant.feriali),
    },
    hasUps: plant.ups === true,
    inverters: countOf(counts.inverter),
    strings: countOf(counts.stringhe),
    counts: new Map(Object.keys(counts).map(group => [group, countOf(counts[group]) ?? 0])),
    version: numberOrNull(plant.versione),
  };
}

/** The first record of the list; null when the list is empty. */
function readDeviceStatus(raw: unknown): DeviceStatus | null {
  const [first] = readArray(raw, 'status records');
  if (first === undefined) return null;
  const record = readObject(first, 'a status record');
  return {
    serial: textOrNull(record.seriale),
    date: textOrNull(record.data),
    time: textOrNull(record.ora),
    operation: textOrNull(record.stato_funzionamento),
    cpuTemperature: numberOrNull(
      typeof record.cpu_temp === 'string' ? Number.parseFloat(record.cpu_temp) : record.cpu_temp,
    ),
    acContact: textOrNull(record.ac_OK),
    batteryContact: textOrNull(record.upsbattery_low),
  };
}

/** Poll interval of the footer in the specification, in milliseconds. */
export const statusEveryMs = 30_000;

export const deviceFacts = resource('GET auth/generale/:id', { params: { id: '1' } }, readDeviceFacts, {
  everyMs: 300_000,
  judge: judgeDevice,
});
export const plantFacts = resource('GET impianto/:id', { params: { id: '1' } }, readPlantFacts, {
  everyMs: 300_000,
  isSteady: true,
});
export const deviceStatus = resource('GET auth/stato_datalogger/all', {}, readDeviceStatus, {
  everyMs: statusEveryMs,
  isLive: true,
  judge: judgeStatus,
});
