import type { ConfigKind, RecordOf } from '../../../../contract/config/kinds';
import type { ConfiguredRecord, DeviceMap, Job, Reading, Registers } from '../device-driver';
import { identify } from './chain';
import type { CommandingDriver } from './controls';
import { controlsOf, inverterReadings, readInverter } from './read-inverter';
import {
  boxReadings,
  meterReadings,
  readBox,
  readMeter,
  readSensor,
  readTracker,
  sensorReadings,
  trackerReadings,
} from './read-others';

/** How the devices of a kind are read. */
interface KindReader<K extends ConfigKind> {
  jobs(map: DeviceMap, record: RecordOf<K>): readonly Job[];
  decode(map: DeviceMap, record: RecordOf<K>, registers: Registers): readonly Reading[];
}

/** SunSpec has no models for the other kinds. */
const nothing = { jobs: () => [], decode: () => [] };

const kinds: { readonly [K in ConfigKind]: KindReader<K> } = {
  inverters: { jobs: readInverter, decode: inverterReadings },
  'box-stringhe': { jobs: readBox, decode: boxReadings },
  contatori: { jobs: readMeter, decode: meterReadings },
  sensori: { jobs: readSensor, decode: sensorReadings },
  trackers: { jobs: readTracker, decode: trackerReadings },
  'protezioni-interfaccia': nothing,
  'digital-signals': nothing,
  'moduli-io': nothing,
  cci: nothing,
};

/** The reader of the record's own kind. */
function readerOf<K extends ConfigKind>(kind: K): KindReader<K> {
  return kinds[kind];
}

function jobsOf<K extends ConfigKind>(map: DeviceMap, kind: K, record: RecordOf<K>): readonly Job[] {
  return readerOf(kind).jobs(map, record);
}

/** Devices that speak SunSpec. */
export const sunspecDriver: CommandingDriver = {
  identify,
  jobs: (map, { kind, record }: ConfiguredRecord) => jobsOf(map, kind, record as RecordOf<typeof kind>),
  decode: (map, { kind, record }: ConfiguredRecord, registers) =>
    readerOf(kind).decode(map, record as RecordOf<typeof kind>, registers),
  controls: controlsOf,
};
