import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AlarmState, Priority } from '../../../src/contract/alarms';
import type { Happening } from '../../../src/datalogger/alarms/model';
import { apply, raise } from '../../../src/datalogger/alarms/state-machine';

const subject = { group: 'inverter', device: 3, name: 'INV 03' } as const;
const action = { by: 'anna', at: 20, note: 'seen' };
const shelf = { by: 'anna', at: 30, until: 90, reason: 'crew on site' };

function raised(priority: Priority = 2) {
  return raise({
    id: 1,
    code: 'INV01',
    subject,
    priority,
    t: 10,
    value: 90,
    threshold: 85,
    isSuppressed: false,
    cause: null,
    isOutOfService: false,
  });
}

/** States after each happening; a happening that changes nothing shows as `=`. */
function story(happenings: readonly Happening[], priority: Priority = 2): string[] {
  let { occurrence } = raised(priority);
  const states: string[] = [occurrence.state];
  for (const happening of happenings) {
    const change = apply(occurrence, happening);
    states.push(change ? change.occurrence.state : '=');
    if (change) occurrence = change.occurrence;
  }
  return states;
}

const on: Happening = { kind: 'on', t: 50, value: 91, threshold: 85 };
const off: Happening = { kind: 'off', t: 40, value: 70 };
const acknowledge: Happening = { kind: 'acknowledge', action };
const shelve: Happening = { kind: 'shelve', shelf };
const unshelve: Happening = { kind: 'unshelve', action };
const expire: Happening = { kind: 'expire', t: 90 };
const suppress: Happening = { kind: 'suppress', t: 35, cause: 7 };
const release: Happening = { kind: 'release', t: 60 };
const outOfService: Happening = { kind: 'outOfService', t: 35 };
const backInService: Happening = { kind: 'backInService', t: 60 };

describe('the states of ISA-18.2', () => {
  test.each<[string, Happening[], string[]]>([
    ['acknowledged, then gone', [acknowledge, off], ['attivo', 'riconosciuto', 'chiuso']],
    ['gone, then acknowledged', [off, acknowledge], ['attivo', 'rientrato', 'chiuso']],
    ['gone and come again', [off, on, acknowledge], ['attivo', 'rientrato', 'attivo', 'riconosciuto']],
    ['a second acknowledgement changes nothing', [acknowledge, acknowledge], ['attivo', 'riconosciuto', '=']],
    ['a shelf gives an unacknowledged one back', [shelve, expire], ['attivo', 'accantonato', 'attivo']],
    [
      'a shelf gives back what went on it, to be acknowledged',
      [shelve, off, unshelve],
      ['attivo', 'accantonato', 'accantonato', 'rientrato'],
    ],
    [
      'what was acknowledged and went on a shelf is over when it is taken down',
      [shelve, acknowledge, off, expire],
      ['attivo', 'accantonato', 'accantonato', 'accantonato', 'chiuso'],
    ],
    [
      'what comes again on a shelf after that is new',
      [shelve, acknowledge, off, on, expire],
      ['attivo', ...Array<string>(4).fill('accantonato'), 'attivo'],
    ],
    ['a shelf does not end early', [shelve, { kind: 'expire', t: 89 }], ['attivo', 'accantonato', '=']],
    [
      'suppressed and released',
      [acknowledge, suppress, release],
      ['attivo', 'riconosciuto', 'soppresso', 'riconosciuto'],
    ],
    [
      'hidden three times, it shows the outermost',
      [shelve, suppress, outOfService, release, backInService, unshelve],
      ['attivo', 'accantonato', 'soppresso', 'fuori_servizio', 'fuori_servizio', 'accantonato', 'attivo'],
    ],
    [
      'what is over stays over',
      [acknowledge, off, on, shelve],
      ['attivo', 'riconosciuto', 'chiuso', '=', '='],
    ],
  ])('%s', (_what, happenings, states) => {
    expect(story(happenings)).toEqual(states);
  });

  test('an event is never acknowledged and ends with its condition', () => {
    expect(story([acknowledge, off], 5)).toEqual(['attivo', '=', 'chiuso']);
  });

  test('what came and went while hidden needs nobody', () => {
    const hidden = raise({ ...raised().occurrence, t: 10, isSuppressed: true, cause: 7 });
    expect(hidden.steps).toMatchObject([{ from: 'chiuso', to: 'soppresso' }]);
    expect(apply(hidden.occurrence, off)?.occurrence.state).toBe('chiuso');
    const shown = apply(hidden.occurrence, release)?.occurrence;
    expect([shown?.state, shown?.cause, shown && apply(shown, off)?.occurrence.state]).toEqual([
      'attivo',
      null,
      'rientrato',
    ]);
  });

  test('what becomes more urgent wants to be acknowledged again, what becomes less so does not', () => {
    const up: Happening = { kind: 'prioritise', t: 30, priority: 1 };
    const down: Happening = { kind: 'prioritise', t: 30, priority: 4 };
    expect(story([acknowledge, up])).toEqual(['attivo', 'riconosciuto', 'attivo']);
    expect(story([acknowledge, down])).toEqual(['attivo', 'riconosciuto', 'riconosciuto']);
  });

  test('a step tells when, who, why and what was measured', () => {
    const first = raised();
    expect(first.steps).toEqual([{ t: 10, from: 'chiuso', to: 'attivo', by: null, note: '', value: 90 }]);
    const { occurrence } = first;
    expect(apply(occurrence, shelve)?.steps).toEqual([
      { t: 30, from: 'attivo', to: 'accantonato', by: 'anna', note: 'crew on site', value: null },
    ]);
    expect(apply(occurrence, acknowledge)?.steps).toEqual([
      { t: 20, from: 'attivo', to: 'riconosciuto', by: 'anna', note: 'seen', value: null },
    ]);
    expect(apply(occurrence, off)?.steps).toEqual([
      { t: 40, from: 'attivo', to: 'rientrato', by: null, note: '', value: 70 },
    ]);
  });
});

/*
 * The reference keeps no state: it is given the whole list of what happened and reads the answers off it.
 */

const names = [
  'on',
  'off',
  'acknowledge',
  'shelve',
  'unshelve',
  'expire',
  'hide',
  'show',
  'retire',
  'reinstate',
] as const;
type Name = (typeof names)[number];
/** Events that a shelf lasts. */
const shelfLength = 4;

function happeningOf(name: Name, t: number): Happening {
  const by = `user ${t}`;
  const happenings: Record<Name, Happening> = {
    on: { kind: 'on', t, value: t, threshold: 1 },
    off: { kind: 'off', t, value: null },
    acknowledge: { kind: 'acknowledge', action: { by, at: t, note: '' } },
    shelve: { kind: 'shelve', shelf: { by, at: t, until: t + shelfLength, reason: 'r' } },
    unshelve: { kind: 'unshelve', action: { by, at: t, note: '' } },
    expire: { kind: 'expire', t },
    hide: { kind: 'suppress', t, cause: 99 },
    show: { kind: 'release', t },
    retire: { kind: 'outOfService', t },
    reinstate: { kind: 'backInService', t },
  };
  return happenings[name];
}

/** Whether the newer of two kinds of event was the first of them. */
const isLast = (past: readonly Name[], yes: Name, no: Name) => past.lastIndexOf(yes) > past.lastIndexOf(no);
const isThere = (past: readonly Name[]) => isLast(past, 'on', 'off');

function isShelved(past: readonly Name[]): boolean {
  const at = past.lastIndexOf('shelve');
  if (at < 0 || past.lastIndexOf('unshelve') > at) return false;
  return !past.some((name, when) => name === 'expire' && when >= at + shelfLength);
}

const isInView = (past: readonly Name[]) =>
  !isLast(past, 'hide', 'show') && !isLast(past, 'retire', 'reinstate') && !isShelved(past);

/** What an occurrence is after all of `past`, whose events are numbered from 0. */
function readOff(past: readonly Name[], isEvent: boolean) {
  const until = (at: number) => past.slice(0, at + 1);
  const comings = past.flatMap((name, at) => (name === 'on' && !isThere(until(at - 1)) ? [at] : []));
  const actions = past.flatMap((name, at) => (name === 'acknowledge' && !isEvent ? [at] : []));
  // An acknowledgement holds until the condition comes again; then the next one counts.
  const holds = comings.reduce<number | undefined>(
    (action, coming) => (action === undefined || action > coming ? action : actions.find(at => at > coming)),
    actions[0],
  );
  const wasShown = past.some((_, at) => isInView(until(at)) && isThere(until(at)));
  const isSettled = !isThere(past) && (holds !== undefined || !wasShown || isEvent);
  const possible: [AlarmState, boolean][] = [
    ['chiuso', isSettled && !isShelved(past)],
    ['fuori_servizio', isLast(past, 'retire', 'reinstate')],
    ['soppresso', isLast(past, 'hide', 'show')],
    ['accantonato', isShelved(past)],
    ['rientrato', !isThere(past)],
    ['attivo', holds === undefined],
    ['riconosciuto', true],
  ];
  const state = possible.find(([, isSo]) => isSo)?.[0];
  return { state, acknowledgedAt: holds ?? null, times: comings.length };
}

interface History {
  readonly events: readonly Name[];
  readonly isHidden: boolean;
  readonly isEvent: boolean;
}

/** What the machine says after every event that found the occurrence open, and what the reference says. */
function bothReadings({ events, isHidden, isEvent }: History): [machine: unknown, reference: unknown] {
  const past: Name[] = isHidden ? ['hide', 'on'] : ['on'];
  let { occurrence, steps } = raise({
    id: 1,
    code: 'INV01',
    subject,
    priority: isEvent ? 5 : 2,
    t: past.length - 1,
    value: 0,
    threshold: 1,
    isSuppressed: isHidden,
    cause: isHidden ? 99 : null,
    isOutOfService: false,
  });
  const machine: unknown[] = [];
  const reference: unknown[] = [];
  for (const name of events) {
    if (occurrence.state === 'chiuso') break;
    const change = apply(occurrence, happeningOf(name, past.length));
    const before = readOff(past, isEvent);
    past.push(name);
    const now = readOff(past, isEvent);
    if (change) steps = [...steps, ...change.steps];
    occurrence = change?.occurrence ?? occurrence;
    const { state, acknowledged, times } = occurrence;
    machine.push({ state, acknowledgedAt: acknowledged?.at ?? null, times }, change?.steps.length ?? 0);
    reference.push(now, change ? 1 : 0);
    if (!change) reference.push(before.state === now.state);
    if (!change) machine.push(true);
  }
  // Each step begins where the last one ended, and there is one for every version.
  machine.push(
    steps.slice(1).map(({ from }) => from),
    occurrence.version,
  );
  reference.push(
    steps.slice(0, -1).map(({ to }) => to),
    steps.length,
  );
  return [machine, reference];
}

test('10,000 random histories agree with a reading of the whole list of events', () => {
  const histories = fc.record({
    events: fc.array(fc.constantFrom(...names), { maxLength: 25 }),
    isHidden: fc.boolean(),
    isEvent: fc.boolean(),
  });
  const property = fc.property(histories, history => {
    const [machine, reference] = bothReadings(history);
    // The test library's own comparison is too slow to be asked 10,000 times about what is equal.
    if (JSON.stringify(machine) !== JSON.stringify(reference)) expect(machine).toEqual(reference);
  });
  fc.assert(property, { numRuns: 10_000, seed: 182 });
});
