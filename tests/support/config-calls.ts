import type { Key } from '../../src/contract';
import type { ConfigKind } from '../../src/contract/config/kinds';
import { bodyOf, firstOf, newRecord } from './config-records';
import type { TestDatalogger } from './datalogger';
import type { Make } from './example-calls';

const pathOf = (datalogger: TestDatalogger, kind: ConfigKind) =>
  `config/${kind}/${firstOf(datalogger, kind).id}`;

/** Deletes a record that nobody uses, and that is no figure's last source. */
const remove =
  (kind: ConfigKind) =>
  ({ config: { devices } }: TestDatalogger) => ({
    path: `config/${kind}/${devices.create(kind, { ...newRecord(kind), abilitato: false })}`,
  });
const probe = (kind: ConfigKind) => (datalogger: TestDatalogger) => ({
  path: `${pathOf(datalogger, kind)}/prova`,
  json: {},
});

/** A table with the first record as it is, and a note for it. */
const note = (kind: ConfigKind) => (datalogger: TestDatalogger) =>
  ({
    path: `config/${kind}/confronto`,
    json: { da: 'testo', testo: `id;note\n${firstOf(datalogger, kind).id};Provato`, decimale: ',' },
  }) as const;

/** The calls about many records at once. */
const tableCalls = <K extends ConfigKind>(kind: K) =>
  ({
    [`GET config/${kind}/csv`]: () => ({ path: `config/${kind}/csv` }),
    [`POST config/${kind}/confronto`]: note(kind),
    [`POST config/${kind}/importa`]: (datalogger: TestDatalogger) => ({
      ...note(kind)(datalogger),
      path: `config/${kind}/importa`,
    }),
    // The keys are built from the kind: the compiler knows them only as strings.
  }) as unknown as {
    readonly [P in `${'GET' | 'POST'} config/${K}/${'csv' | 'confronto' | 'importa'}` & ConfigKey]: Make<P>;
  };

type ConfigKey = Extract<Key, `${string} config/${ConfigKind}${string}`>;

/** The calls of every kind of the configuration, with one new record and with the existing records. */
export const configCalls: { readonly [K in ConfigKey]: Make<K> } = {
  'GET config/inverters': () => ({ path: 'config/inverters' }),
  'POST config/inverters': () => ({ path: 'config/inverters', json: newRecord('inverters') }),
  'PUT config/inverters/:id': datalogger => ({
    path: pathOf(datalogger, 'inverters'),
    json: bodyOf(firstOf(datalogger, 'inverters')),
  }),
  'DELETE config/inverters/:id': remove('inverters'),
  'POST config/inverters/:id/prova': probe('inverters'),
  ...tableCalls('inverters'),
  'GET config/box-stringhe': () => ({ path: 'config/box-stringhe' }),
  'POST config/box-stringhe': () => ({ path: 'config/box-stringhe', json: newRecord('box-stringhe') }),
  'PUT config/box-stringhe/:id': datalogger => ({
    path: pathOf(datalogger, 'box-stringhe'),
    json: bodyOf(firstOf(datalogger, 'box-stringhe')),
  }),
  'DELETE config/box-stringhe/:id': remove('box-stringhe'),
  'POST config/box-stringhe/:id/prova': probe('box-stringhe'),
  ...tableCalls('box-stringhe'),
  'GET config/contatori': () => ({ path: 'config/contatori' }),
  'POST config/contatori': () => ({ path: 'config/contatori', json: newRecord('contatori') }),
  'PUT config/contatori/:id': datalogger => ({
    path: pathOf(datalogger, 'contatori'),
    json: bodyOf(firstOf(datalogger, 'contatori')),
  }),
  'DELETE config/contatori/:id': remove('contatori'),
  'POST config/contatori/:id/prova': probe('contatori'),
  ...tableCalls('contatori'),
  'GET config/sensori': () => ({ path: 'config/sensori' }),
  'POST config/sensori': () => ({ path: 'config/sensori', json: newRecord('sensori') }),
  'PUT config/sensori/:id': datalogger => ({
    path: pathOf(datalogger, 'sensori'),
    json: bodyOf(firstOf(datalogger, 'sensori')),
  }),
  'DELETE config/sensori/:id': remove('sensori'),
  'POST config/sensori/:id/prova': probe('sensori'),
  ...tableCalls('sensori'),
  'GET config/protezioni-interfaccia': () => ({ path: 'config/protezioni-interfaccia' }),
  'POST config/protezioni-interfaccia': () => ({
    path: 'config/protezioni-interfaccia',
    json: newRecord('protezioni-interfaccia'),
  }),
  'PUT config/protezioni-interfaccia/:id': datalogger => ({
    path: pathOf(datalogger, 'protezioni-interfaccia'),
    json: bodyOf(firstOf(datalogger, 'protezioni-interfaccia')),
  }),
  'DELETE config/protezioni-interfaccia/:id': remove('protezioni-interfaccia'),
  'POST config/protezioni-interfaccia/:id/prova': probe('protezioni-interfaccia'),
  ...tableCalls('protezioni-interfaccia'),
  'GET config/digital-signals': () => ({ path: 'config/digital-signals' }),
  'POST config/digital-signals': () => ({
    path: 'config/digital-signals',
    json: newRecord('digital-signals'),
  }),
  'PUT config/digital-signals/:id': datalogger => ({
    path: pathOf(datalogger, 'digital-signals'),
    json: bodyOf(firstOf(datalogger, 'digital-signals')),
  }),
  'DELETE config/digital-signals/:id': remove('digital-signals'),
  'POST config/digital-signals/:id/prova': probe('digital-signals'),
  ...tableCalls('digital-signals'),
  'GET config/moduli-io': () => ({ path: 'config/moduli-io' }),
  'POST config/moduli-io': () => ({ path: 'config/moduli-io', json: newRecord('moduli-io') }),
  'PUT config/moduli-io/:id': datalogger => ({
    path: pathOf(datalogger, 'moduli-io'),
    json: bodyOf(firstOf(datalogger, 'moduli-io')),
  }),
  'DELETE config/moduli-io/:id': remove('moduli-io'),
  'POST config/moduli-io/:id/prova': probe('moduli-io'),
  ...tableCalls('moduli-io'),
  'GET config/trackers': () => ({ path: 'config/trackers' }),
  'POST config/trackers': () => ({ path: 'config/trackers', json: newRecord('trackers') }),
  'PUT config/trackers/:id': datalogger => ({
    path: pathOf(datalogger, 'trackers'),
    json: bodyOf(firstOf(datalogger, 'trackers')),
  }),
  'DELETE config/trackers/:id': remove('trackers'),
  'POST config/trackers/:id/prova': probe('trackers'),
  ...tableCalls('trackers'),
  'GET config/cci': () => ({ path: 'config/cci' }),
  'POST config/cci': () => ({ path: 'config/cci', json: newRecord('cci') }),
  'PUT config/cci/:id': datalogger => ({
    path: pathOf(datalogger, 'cci'),
    json: bodyOf(firstOf(datalogger, 'cci')),
  }),
  'DELETE config/cci/:id': remove('cci'),
  'POST config/cci/:id/prova': probe('cci'),
  ...tableCalls('cci'),
};
