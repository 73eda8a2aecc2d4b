import { describe, expect, test } from 'vitest';
import { doublePoint } from '../../../src/contract/codes';
import { type Group, groups } from '../../../src/contract/points';
import { entries } from '../../../src/datalogger/alarms/catalogue';
import type { WatchedLine } from '../../../src/datalogger/plant/field-bus-api';
import type { Fault } from '../../../src/datalogger/sources/simulator/faults/faults';
import { clearMorning, plantAt } from '../sources/simulator/support';
import { ruleOf, rulesWith, type Surroundings, says, WatchedPlant } from './support';
import { pollS, type Trigger, triggers } from './triggers';

/** The alarm that says that a device does not answer. */
const silenceOf: Readonly<Partial<Record<Group, string>>> = {
  inverter: 'INV02',
  stringhe: 'STR04',
  tracker: 'TRK05',
  contatori: 'MET01',
  sensori: 'SEN01',
  spi: 'SPI08',
  cci: 'CCI01',
  di: 'DIN02',
};

/** Devices that fall silent, and the alarm that then tells of it. */
interface Silence {
  readonly told: string;
  readonly faults: readonly Fault[];
  readonly surroundings?: Surroundings;
}

const { groups: rows } = plantAt(clearMorning).snapshot();
const silenced = (...silent: readonly Group[]): readonly Fault[] =>
  silent.flatMap(group => rows[group].id.map(id => ({ kind: 'override-silent', group, id }) as const));
const records = Object.fromEntries(
  groups.flatMap(group => (group === 'impianto' ? [] : [[group, new Set(rows[group].id)]])),
) as unknown as WatchedLine['records'];
const line: WatchedLine = { id: 7, name: '10.20.4.1:502', isDead: true, mayDerate: false, records };

const ofPlant: Silence = { told: 'PLT02', faults: [{ kind: 'plant-silent' }] };
const ofLine: Silence = { ...ofPlant, told: 'DLG06', surroundings: { lines: [line] } };
const ofInverters: Silence = {
  told: 'INV02',
  faults: rows.inverter.id.map(inverter => ({ kind: 'inverter-silent', inverter })),
};
/** The devices that report what an alarm is about: for the grid, protections and inputs. */
const ofSource = (source: Group | null): Silence =>
  source === null
    ? { told: 'SPI08', faults: silenced('spi', 'di') }
    : { told: silenceOf[source] ?? '', faults: silenced(source) };

/** A plant on which a trigger has raised its alarm. */
function raised(code: string): WatchedPlant {
  const { faults = [], surroundings = {}, shows = 0 } = triggers[code] as Trigger;
  const watched = new WatchedPlant(plantAt(clearMorning));
  watched.run(30);
  for (const fault of faults) watched.plant.inject(fault);
  watched.surroundings = surroundings;
  watched.until(() => watched.of(code) !== undefined, ruleOf(code).onDelayS + pollS + shows);
  expect(watched.of(code)).toMatchObject({ state: 'attivo', isPresent: true });
  return watched;
}

/** What was raised goes on, and devices fall silent, until that is reported. */
function fallSilent(watched: WatchedPlant, { told, faults, surroundings }: Silence): void {
  for (const fault of faults) watched.plant.inject(fault);
  watched.surroundings = { ...watched.surroundings, ...surroundings };
  const isTold = () => watched.of(told)?.isPresent === true;
  expect(watched.until(isTold, ruleOf(told).onDelayS + pollS + 120), told).not.toBeNull();
  watched.run(30);
}

const sourceOf = new Map(entries.map(({ rule, source }) => [rule.code, source as Group | null]));
const critical = entries.flatMap(({ rule }) => (rule.priority === 1 ? rule.code : [])).sort();

describe('a device that falls silent after it raised a critical alarm does not hide it', () => {
  test.each(critical)('%s', code => {
    const source = sourceOf.get(code) ?? null;
    const silences = [ofSource(source), ofPlant, ofLine, ...(source === 'stringhe' ? [ofInverters] : [])];
    for (const silence of silences) {
      const watched = raised(code);
      fallSilent(watched, silence);
      expect(watched.of(code), silence.told).toMatchObject({ state: 'attivo', isPresent: true, cause: null });
    }
  });
});

/** Alarms that a silent device cannot report are hidden by the alarm of its silence. */
const behind: Readonly<Record<string, readonly string[]>> = {
  INV02: [
    ...['INV01', 'INV03', 'INV04', 'INV05', 'INV06', 'INV07', 'INV09', 'INV10', 'INV11', 'INV12'],
    ...['INV13', 'INV14', 'INV15', 'INV16', 'INV17', 'INV20', 'INV22'],
  ],
  STR04: ['STR01', 'STR02', 'STR06', 'STR10', 'STR11', 'STR12', 'STR13', 'STR14'],
  TRK05: ['TRK01', 'TRK02', 'TRK06'],
  MET01: ['MET02', 'MET03', 'MET04', 'MET05', 'MET09', 'MET10'],
  SEN01: ['SEN02', 'SEN03', 'SEN05'],
  SPI08: ['SPI09'],
};

describe('a device that falls silent hides its alarms that are not critical', () => {
  const cases = Object.entries(behind).flatMap(([told, codes]) => codes.map(code => [code, told] as const));
  test.each(cases)('%s is behind %s', (code, told) => {
    const watched = raised(code);
    fallSilent(watched, ofSource(sourceOf.get(code) ?? null));
    expect(watched.of(code)?.state).toBe('soppresso');
    expect(watched.engine.find(watched.of(code)?.cause ?? 0)?.code).toBe(told);
  });
});

test('an alarm that somebody has made critical is not hidden by silence either', () => {
  const { faults = [] } = triggers.INV05 as Trigger;
  const watched = new WatchedPlant(plantAt(clearMorning));
  watched.rules = rulesWith({ INV05: { priority: 1 }, INV02: { priority: 1 } });
  for (const fault of faults) watched.plant.inject(fault);
  watched.until(() => watched.of('INV05') !== undefined, ruleOf('INV05').onDelayS + pollS);
  fallSilent(watched, ofSource('inverter'));
  expect(watched.of('INV05')).toMatchObject({ state: 'attivo', isPresent: true, cause: null });
  // What says nothing but that devices are silent is one event still.
  fallSilent(watched, ofPlant);
  expect(watched.of('INV02')?.state).toBe('soppresso');
});

test('a tracker that failed to go to its safe position is still reported when all others have fallen silent', () => {
  const watched = raised('TRK04');
  const others = rows.tracker.id.filter(id => id !== 4);
  for (const id of others) watched.plant.inject({ kind: 'override-silent', group: 'tracker', id });
  watched.run(900);
  expect(watched.of('TRK05', 3)?.isPresent).toBe(true);
  expect(watched.of('TRK04', 4)).toMatchObject({ state: 'attivo', isPresent: true });
});

test('a main switch that one protection has reported open stays open while that one is silent, whatever the others report', () => {
  const watched = new WatchedPlant(plantAt(clearMorning, { size: 'large' }), 10);
  for (const id of watched.plant.snapshot().groups.di.id)
    watched.plant.inject({ kind: 'override-silent', group: 'di', id });
  watched.run(60);
  watched.plant.inject(says('spi', 1, 'dg', doublePoint.open));
  watched.run(60);
  watched.plant.inject({ kind: 'override-silent', group: 'spi', id: 1 });
  watched.run(240);
  expect(watched.of('SPI08', 1)?.isPresent).toBe(true);
  expect(watched.of('GRD02')).toMatchObject({ state: 'attivo', isPresent: true });
});
