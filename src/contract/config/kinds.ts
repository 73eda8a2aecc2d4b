import * as v from 'valibot';
import { BoxConfig } from './boxes';
import { ControllerConfig } from './controllers';
import { InverterConfig } from './inverters';
import { MeterConfig } from './meters';
import { ProtectionConfig } from './protections';
import { SensorConfig } from './sensors';
import { SignalConfig } from './signals';
import { TrackerConfig } from './trackers';

/** What can be configured by record, by the `tipo` of its address: `config/inverters`. */
export const configSchemas = {
  inverters: InverterConfig,
  'box-stringhe': BoxConfig,
  contatori: MeterConfig,
  sensori: SensorConfig,
  'protezioni-interfaccia': ProtectionConfig,
  'digital-signals': SignalConfig,
  trackers: TrackerConfig,
  cci: ControllerConfig,
} as const;

export type ConfigKind = keyof typeof configSchemas;
export type ConfigOf<K extends ConfigKind> = v.InferOutput<(typeof configSchemas)[K]>;
/** A stored record: its id is never used twice, its version is its ETag. */
export type RecordOf<K extends ConfigKind> = ConfigOf<K> & { readonly id: number; readonly versione: number };
/** Every record there is. */
export type Configuration = { readonly [K in ConfigKind]: readonly RecordOf<K>[] };

export const configKinds = Object.keys(configSchemas) as readonly ConfigKind[];

/** Records of every kind, with what they have besides their fields. */
export function byKind<Extra>(of: <K extends ConfigKind>(kind: K) => (ConfigOf<K> & Extra)[]): {
  readonly [K in ConfigKind]: (ConfigOf<K> & Extra)[];
} {
  return {
    inverters: of('inverters'),
    'box-stringhe': of('box-stringhe'),
    contatori: of('contatori'),
    sensori: of('sensori'),
    'protezioni-interfaccia': of('protezioni-interfaccia'),
    'digital-signals': of('digital-signals'),
    trackers: of('trackers'),
    cci: of('cci'),
  };
}

/** Whether a kind is reached through an address on a bus. */
export const isPolled = (kind: ConfigKind) => kind !== 'digital-signals';

/** A record with its defaults. Throws where what has none is missing or something is not valid. */
export function completed<K extends ConfigKind>(kind: K, given: Partial<ConfigOf<K>>): ConfigOf<K> {
  return v.parse(schemaOf(kind), given);
}

/** The schema of a kind, for what handles all kinds alike. */
export function schemaOf<K extends ConfigKind>(kind: K): v.GenericSchema<unknown, ConfigOf<K>> {
  // Which schema belongs to which kind is the table itself: the compiler does not follow an index of it to its output.
  return configSchemas[kind] as unknown as v.GenericSchema<unknown, ConfigOf<K>>;
}
