import * as v from 'valibot';
import { BoxConfig } from './boxes';
import { ControllerConfig } from './controllers';
import { InverterConfig } from './inverters';
import { MeterConfig } from './meters';
import { ModuleConfig } from './modules';
import { ProtectionConfig } from './protections';
import { SensorConfig } from './sensors';
import { SignalConfig } from './signals';
import { TrackerConfig } from './trackers';

/** The kinds that are configured record by record. The key is the `tipo` in the address of the call: `config/inverters`. */
export const configSchemas = {
  inverters: InverterConfig,
  'box-stringhe': BoxConfig,
  contatori: MeterConfig,
  sensori: SensorConfig,
  'protezioni-interfaccia': ProtectionConfig,
  'digital-signals': SignalConfig,
  'moduli-io': ModuleConfig,
  trackers: TrackerConfig,
  cci: ControllerConfig,
} as const;

export type ConfigKind = keyof typeof configSchemas;
export type ConfigOf<K extends ConfigKind> = v.InferOutput<(typeof configSchemas)[K]>;
/** A stored record. Its id is never used again for another record. Its version is its ETag. */
export type RecordOf<K extends ConfigKind> = ConfigOf<K> & { readonly id: number; readonly versione: number };
/** All records, by kind. */
export type Configuration = { readonly [K in ConfigKind]: readonly RecordOf<K>[] };

export const configKinds = Object.keys(configSchemas) as readonly ConfigKind[];

/** Records of every kind, each with additional fields. */
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
    'moduli-io': of('moduli-io'),
    trackers: of('trackers'),
    cci: of('cci'),
  };
}

/** Whether the devices of a kind have an address on a bus. */
export const isPolled = (kind: ConfigKind) => kind !== 'digital-signals';

/** A record with its defaults. Throws when a field without default is missing or a value is not valid. */
export function completed<K extends ConfigKind>(kind: K, given: Partial<ConfigOf<K>>): ConfigOf<K> {
  return v.parse(schemaOf(kind), given);
}

/** The schema of a kind, for code that handles all kinds alike. */
export function schemaOf<K extends ConfigKind>(kind: K): v.GenericSchema<unknown, ConfigOf<K>> {
  // `configSchemas` says which schema belongs to which kind, but the compiler cannot derive the output type when the key is generic.
  return configSchemas[kind] as unknown as v.GenericSchema<unknown, ConfigOf<K>>;
}
