import { expect, test } from 'vitest';
import { type Cell, readTable } from '../../../src/console/data/table';
import { type Device, readDevices } from '../../../src/console/device-screens/device-list';
import { readLive as readController } from '../../../src/console/screens/controller/controller-live';
import { readLive as readDashboard } from '../../../src/console/screens/dashboard/read-live';
import { refineInverters } from '../../../src/console/screens/inverters/inverter-list';
import { readProtectionList } from '../../../src/console/screens/protections/protection-list';
import { readStringList } from '../../../src/console/screens/strings/string-list';
import { readTrackerList } from '../../../src/console/screens/trackers/tracker-list';
import {
  deviceStates,
  inverterStates,
  meterRoles,
  quality,
  spiStates,
  trackerStates,
  usualValidS,
} from '../../../src/contract/codes';
import type { Group } from '../../../src/contract/points';

type Row = Readonly<Record<string, Cell>>;
type Verdict = 'good' | 'doubtful' | 'silent';

const t = 1_781_091_730;
/** States in which a device works, and in which it does not answer. */
const works: Partial<Record<Group, number>> = { inverter: inverterStates.mppt, stringhe: 0 };
const lost: Partial<Record<Group, number>> = { tracker: trackerStates.commLost, spi: spiStates.unknown };

/** The same rows for every group: what each says of itself, what it is worth, and whether its number is one of now, of then, or none. */
function casesOf(group: Group): readonly (readonly [row: Row, verdict: Verdict, value: number | null])[] {
  const validS = usualValidS(group);
  const good = { stato: works[group] ?? deviceStates.good, eta: 0, q: quality.good };
  const gone = { stato: lost[group] ?? deviceStates.commLost, eta: 600, q: quality.bad };
  return [
    [good, 'good', 5],
    [{ ...good, q: quality.uncertain }, 'doubtful', 5],
    [{ ...good, eta: validS }, 'good', 5],
    [{ ...good, eta: validS + 1 }, 'silent', 5],
    [{ ...good, eta: validS + 1, q: quality.uncertain }, 'silent', 5],
    [gone, 'silent', 5],
    [{ ...gone, eta: 0 }, 'silent', 5],
    // A device that says for how long its sample stays good.
    [{ ...good, eta: 200, valido: 300 }, 'good', 5],
    [{ ...good, eta: 20, valido: 10 }, 'silent', 5],
    // What is not reported is no trouble.
    [{ stato: good.stato, eta: null, q: null }, 'good', 5],
    ...(group === 'spi' ? [] : [[{ ...good, q: quality.bad }, 'doubtful', null] as const]),
  ];
}

function tableOf(group: Group, point: string) {
  const rows = casesOf(group).map(
    ([row], index): Row => ({
      gruppo: group,
      id: index + 1,
      nome: `D${index + 1}`,
      valido: null,
      [point]: 5,
      ruolo: meterRoles.production,
      inverter: 1,
      quadro: 1,
      pn: 60,
      ...row,
    }),
  );
  const names = [...new Set(rows.flatMap(row => Object.keys(row)))];
  return readTable({
    t,
    colonne: Object.fromEntries(names.map(name => [name, rows.map(row => row[name] ?? null)])),
  });
}

const verdictOf = ({ isSilent, isDoubtful }: Pick<Device, 'isSilent' | 'isDoubtful'>): Verdict =>
  isSilent ? 'silent' : isDoubtful ? 'doubtful' : 'good';
const expectedOf = (group: Group) => casesOf(group).map(([, verdict, value]) => [verdict, value]);

test.each([
  ['inverter', 'pac'],
  ['stringhe', 'i'],
  ['tracker', 'ang'],
  ['contatori', 'p'],
  ['sensori', 'v'],
  ['di', 'v'],
  ['spi', 'f'],
  ['cci', 'plim'],
] as const)('the devices of %s are judged by the one rule', (group, point) => {
  const { devices } = readDevices(tableOf(group, point), group, [point]);
  expect(devices.map(device => [verdictOf(device), device.values.get(point)])).toEqual(expectedOf(group));
});

test('inverters, strings and trackers as their screens read them are judged by it', () => {
  const inverters = refineInverters(
    readDevices(tableOf('inverter', 'pac'), 'inverter', ['pac', 'pn']),
  ).devices;
  expect(inverters.map(each => [verdictOf(each), each.values.get('pac')])).toEqual(expectedOf('inverter'));
  expect(inverters.map(({ kind }) => kind === 'silent')).toEqual(inverters.map(({ isSilent }) => isSilent));
  const strings = readStringList(tableOf('stringhe', 'i')).devices;
  expect(strings.map(each => [verdictOf(each), each.ampere])).toEqual(expectedOf('stringhe'));
  expect(strings.map(({ kind }) => kind === 'silent')).toEqual(strings.map(({ isSilent }) => isSilent));
  const trackers = readTrackerList(tableOf('tracker', 'ang')).devices;
  expect(trackers.map(each => [verdictOf(each), each.angle])).toEqual(expectedOf('tracker'));
  expect(trackers.map(({ mode }) => mode === 'silent')).toEqual(trackers.map(({ isSilent }) => isSilent));
});

test('protections and the controller as their screens read them are judged by it', () => {
  const stateOf = ({ state, isDoubtful }: { state: string; isDoubtful: boolean }): Verdict =>
    verdictOf({ isSilent: state === 'silent', isDoubtful });
  const { protections } = readProtectionList(tableOf('spi', 'f'));
  expect(protections.map(each => [stateOf(each), each.frequencyHz])).toEqual(expectedOf('spi'));
  const table = tableOf('cci', 'p');
  const controllers = casesOf('cci').map((_, row) => {
    const columns = [...table.columns].map(([name, cells]) => [name, [cells[row] ?? null]] as const);
    return readController({ ...table, rows: 1, columns: new Map(columns) }).controller;
  });
  expect(controllers.map(each => each && [stateOf(each), each.p])).toEqual(expectedOf('cci'));
});

test('the dashboard judges inverters by it, and sums up no meter that says nothing of now', () => {
  const { inverters } = readDashboard(tableOf('inverter', 'pac'));
  expect(
    inverters.map(each => [verdictOf({ ...each, isSilent: each.kind === 'silent' }), each.powerKw]),
  ).toEqual(expectedOf('inverter'));
  const meters = casesOf('contatori').map((_, row) => {
    const table = tableOf('contatori', 'p');
    const columns = [...table.columns].map(([name, cells]) => [name, [cells[row] ?? null]] as const);
    return readDashboard({ ...table, rows: 1, columns: new Map(columns) }).production;
  });
  expect(meters.map(meter => meter?.powerKw)).toEqual(
    expectedOf('contatori').map(([verdict, value]) => (verdict === 'silent' ? null : value)),
  );
});
