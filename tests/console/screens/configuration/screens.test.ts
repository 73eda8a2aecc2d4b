// @vitest-environment happy-dom

import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AnyScreen, idOf, nameOf, recordsIn } from '../../../../src/console/configuration/descriptor';
import { blankOf } from '../../../../src/console/form/copy';
import { bodyOf } from '../../../../src/console/form/edits';
import { factsAt, fieldNames } from '../../../../src/console/form/facts';
import { inputOf } from '../../../../src/console/form/inputs';
import { valueAt } from '../../../../src/console/form/paths';
import { textOf } from '../../../../src/console/i18n/translate';
import { accountScreen } from '../../../../src/console/screens/configuration/Account';
import { alarmRules } from '../../../../src/console/screens/configuration/AlarmRules';
import { deviceScreens } from '../../../../src/console/screens/configuration/Devices';
import { feedPanels } from '../../../../src/console/screens/configuration/Feeds';
import { plantScreen } from '../../../../src/console/screens/configuration/PlantData';
import { pushPanels } from '../../../../src/console/screens/configuration/Push';
import { schedules } from '../../../../src/console/screens/configuration/Schedules';
import { sharing } from '../../../../src/console/screens/configuration/Sharing';
import {
  administratorPanels,
  networkPanel,
  sharedPanels,
} from '../../../../src/console/screens/configuration/system-panels';
import { contract } from '../../../../src/contract';
import { configKinds, isPolled } from '../../../../src/contract/config/kinds';
import { Network } from '../../../../src/contract/plant';
import { newRecord } from '../../../support/config-records';
import { speakItalian } from '../../../support/words';

const screens: Readonly<Record<string, AnyScreen>> = {
  impianto: plantScreen,
  allarmi: alarmRules,
  account: accountScreen('1', true),
  ...deviceScreens,
  pianificazioni: schedules,
  'condivisione-dati': sharing,
  ...Object.fromEntries(
    [networkPanel, ...sharedPanels, ...administratorPanels, ...feedPanels, ...pushPanels].map(each => [
      each.source.change,
      each,
    ]),
  ),
};

beforeAll(() =>
  speakItalian([
    'config',
    'config-plant',
    'config-alarms',
    'config-account',
    'config-devices',
    'bus-causes',
    'config-system',
    'config-schedules',
    'config-sharing',
    'config-opened',
  ]),
);

/** A value of any type. */
const nobodysValue = fc.oneof(
  fc.jsonValue().filter(value => !/undefined|NaN|Infinity/.test(JSON.stringify(value))),
  fc.constantFrom(1e308, Number.POSITIVE_INFINITY, { toString: 1 }, [{ x: {} }], [[1], { y: 'x' }]),
);
const firstName = (path: string) => path.replace(/\..*/, '');
const lastName = (path: string) => path.replace(/^.*\./, '');
const fieldsOf = (screen: AnyScreen) => screen.groups.flatMap(group => group.fields);

/** The word of a screen, or else that of all screens. */
const wordOf = (words: string, ...steps: readonly string[]) =>
  textOf(words, ...steps) ?? textOf('config', 'field', ...steps);

describe.each(Object.entries(screens))('%s', (_, screen) => {
  const { schema, source, words } = screen;

  test('calls what the contract has, with the schema that it has', () => {
    const { read, create, change, remove, probe } = source;
    for (const key of [read, create, change, remove, probe?.call])
      if (key) expect(contract).toHaveProperty([key]);
    expect(Object.entries(contract).find(([key]) => key === change)?.[1]).toHaveProperty('body', schema);
  });

  test('shows each field of its schema once, under a name of its own', () => {
    const shown = fieldsOf(screen);
    // Serial lines of a simulated plant have numbers, which decide nothing.
    const hidden = ['id', 'bus', ...(schema === Network ? ['ntp'] : [])];
    const names = fieldNames(schema).filter(name => !hidden.includes(name));
    expect(new Set(shown).size).toBe(shown.length);
    expect([...new Set(shown.map(firstName))].sort()).toEqual([...names].sort());
    const labels = shown.map(path => wordOf(words, 'label', lastName(path)));
    expect(labels).not.toContain(null);
    expect(new Set(labels).size).toBe(labels.length);
  });

  test('has a word for each choice that is no name or number of its own', () => {
    const bare = fieldsOf(screen).flatMap(path =>
      (factsAt(schema, path)?.choices ?? []).filter(
        choice => wordOf(words, 'choice', lastName(path), String(choice).replaceAll(/\W/g, '_')) === null,
      ),
    );
    // Standards, signals, classes and types of numbers are called what they are called.
    expect(bare.filter(choice => typeof choice === 'string' && /^[a-z]{3}(?!16|32)/.test(choice))).toEqual(
      [],
    );
  });

  test('starts a new record that lacks only what nobody can guess', () => {
    const missing = [
      ...screen.check(blankOf(schema), { id: null, others: [], referred: new Map() }).faults.keys(),
    ];
    const shown = fieldsOf(screen);
    expect(missing.filter(path => !shown.includes(path) && !shown.includes(firstName(path)))).toEqual([]);
  });
});

test.each(Object.entries(screens))(
  '%s: a record of any types is shown without a word nobody wrote',
  (_, screen) => {
    const { schema, source, shown } = screen;
    fc.assert(
      fc.property(anyRecord(screen), record => {
        const [draft = {}] = recordsIn(source, [record]);
        const texts = fieldsOf(screen).map(path => {
          const facts = factsAt(schema, path, draft);
          shown[path]?.(draft);
          return facts && String(inputOf(facts, valueAt(draft, path)));
        });
        const said = [idOf(source, draft), nameOf(source, draft), source.noteOf?.(draft), ...texts].join(' ');
        expect(said).not.toMatch(/undefined|NaN|Infinity|\[object/);
        screen.check(bodyOf(schema, draft, {}), { id: null, others: [draft], referred: new Map() });
      }),
    );
  },
);

test.each(configKinds.map(kind => [kind]))(
  '%s: records of any types beside a sound one do not stop its form',
  kind => {
    const screen = deviceScreens[kind];
    const referred = Object.values(screen.refers).flatMap(key => key ?? []);
    const beside = (others: Record<string, unknown>[]) => ({
      id: '1',
      others: recordsIn(screen.source, others),
      referred: new Map(referred.map(key => [key, others])),
    });
    const sound = isPolled(kind)
      ? { ...newRecord(kind), protocollo: 'modbus-tcp', host: '10.20.4.31' }
      : newRecord(kind);
    expect(screen.check(sound, beside([{ ...sound, id: 2 }])).faults.size).toBeGreaterThan(0);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...fieldNames(screen.schema))), nobodysValue, (fields, value) => {
        const damaged = Object.fromEntries(fields.map(field => [field, value]));
        screen.check(sound, beside([{ ...sound, ...damaged, id: 2 }]));
      }),
    );
  },
);

/** Some fields as they may be, the others as nobody should send them. */
function anyRecord({ schema }: AnyScreen): fc.Arbitrary<Record<string, unknown>> {
  const sound = blankOf(schema);
  const names = [...fieldNames(schema), 'id', 'versione', 'codice', 'rete', 'knx'];
  return fc.record(
    Object.fromEntries(names.map(name => [name, fc.oneof(nobodysValue, fc.constant(sound[name]))])),
    {
      requiredKeys: [],
    },
  );
}

test('what is asked depends on what was chosen', () => {
  const { shown } = deviceScreens.inverters;
  const asked = (protocollo: string) =>
    Object.keys(shown)
      .sort()
      .filter(path => shown[path]?.({ protocollo }));
  expect({ tcp: asked('modbus-tcp'), rtu: asked('sunspec-rtu'), sim: asked('sim') }).toMatchInlineSnapshot(`
    {
      "rtu": [
        "base_registri",
        "baud",
        "istanza",
        "ordine",
        "parita",
        "pausa",
        "porta_seriale",
        "punto",
        "stop",
        "tentativi",
        "timeout",
        "unita",
      ],
      "sim": [],
      "tcp": [
        "attesa_iniziale",
        "connessioni",
        "host",
        "istanza",
        "numeri_propri",
        "ordine",
        "pausa",
        "porta",
        "profilo",
        "tentativi",
        "timeout",
        "unita",
      ],
    }
  `);
});

test('limits, units and choices of a form are rows of data', () => {
  const { schema } = deviceScreens.trackers;
  const rows = fieldsOf(deviceScreens.trackers)
    .slice(24)
    .map(path => {
      const facts = factsAt(schema, path);
      return [path, facts?.kind, facts?.min, facts?.max, facts?.unit].join(' ');
    });
  expect(rows).toMatchInlineSnapshot(`
    [
      "ordine choice   ",
      "pausa number 0 1000 ms",
      "attesa_iniziale number 0 10000 ms",
      "connessioni number 1 4 ",
      "numeri_propri flag   ",
      "gruppo number 1 99 ",
      "angolo_max number 30 75 °",
      "gcr number 0.15 0.8 ",
      "backtracking flag   ",
      "banda_morta number 0.2 5 °",
      "stringhe list   ",
      "vento_riposo number 5 40 m/s",
      "vento_rientro number 1 37 m/s",
      "minuti_rientro number 1 60 min",
      "angolo_riposo number -75 75 °",
      "angolo_notte number -75 75 °",
      "angolo_pulizia number -75 75 °",
    ]
  `);
});

test('an account that is one’s own has no role to choose, and wants the current password', () => {
  const { shown, source } = accountScreen('2', false);
  expect(source).not.toHaveProperty('create');
  expect(shown.livello?.({ id: 2 })).toBe(false);
  expect(shown.password_attuale?.({ id: 2 })).toBe(true);
  expect(accountScreen('1', true).shown.password_attuale?.({ id: 2 })).toBe(false);
});
