import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AlarmGroup } from '../../../../src/contract/alarms';
import type { Change, Occurrence } from '../../../../src/datalogger/alarms/model';
import { openAlarms } from '../../../../src/datalogger/storage/alarms/alarms';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { raisedChange } from '../../storage/alarms/alarms-support';
import { alarmCalls } from './alarms-support';

let folder: string;
let datalogger: TestDatalogger;
let calls: ReturnType<typeof alarmCalls>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meridiana-'));
});
afterEach(async () => {
  await datalogger.close();
  rmSync(folder, { recursive: true });
});

async function startWith(changes: readonly Change[]): Promise<void> {
  await (await startDatalogger({ dataFolder: folder })).close();
  const store = openAlarms(join(folder, 'alarms.db'));
  store.write(changes);
  store.close();
  datalogger = await startDatalogger({ dataFolder: folder });
  calls = alarmCalls(datalogger);
}

const on = (group: AlarmGroup, device: number | null, name: string) => ({ subject: { group, device, name } });
const hiddenBy = (cause: number, isAnnounced = false): Partial<Occurrence> => ({
  cause,
  isAnnounced,
  isSuppressed: true,
  state: 'soppresso',
});
/** A line that is down, with an inverter that was announced before, one that was not, and a meter; and an inverter of its own. */
const line: readonly Change[] = [
  raisedChange({ id: 1, code: 'INV02', priority: 3, ...on('inverter', 1, 'INV 01'), ...hiddenBy(2, true) }),
  raisedChange({ id: 2, code: 'DLG06', priority: 2, ...on('datalogger', 4, 'Linea 4') }),
  raisedChange({ id: 3, code: 'INV02', priority: 3, ...on('inverter', 2, 'INV 02'), ...hiddenBy(2) }),
  raisedChange({ id: 4, code: 'INV05', priority: 3, ...on('inverter', 2, 'INV 02'), ...hiddenBy(2) }),
  raisedChange({ id: 5, code: 'MET01', priority: 2, ...on('contatori', 1, 'M1'), ...hiddenBy(2) }),
  raisedChange({ id: 6, code: 'INV09', priority: 2, ...on('inverter', 3, 'INV 03') }),
];

const audited = () =>
  datalogger.config.audit.newest(100).filter(({ action }) => action === 'alarm.acknowledge');

describe('a list of incidents', () => {
  test('has one row for a cause with what it hides; rows and consequences are all alarms that the filter finds', async () => {
    await startWith(line);
    const page = await calls.list('raggruppa=causa');
    expect(page.righe.map(({ id }) => id)).toEqual([6, 2]);
    expect(page).toMatchObject({ totale: 6, incidenti: 2, cursor: null });
    expect(page.righe[1]?.conseguenze).toEqual({ allarmi: 4, dispositivi: 3, da_riconoscere: 1 });
    expect(page.righe[0]).not.toHaveProperty('conseguenze');
    expect((await calls.list('causa=2')).righe.map(({ id }) => id)).toEqual([5, 4, 3, 1]);
    // Without it the list is as it always was.
    const flat = await calls.list();
    expect(flat.righe).toHaveLength(6);
    expect(flat).not.toHaveProperty('incidenti');
  });

  test('gives an alarm a row of its own where the filter does not find its cause', async () => {
    await startWith(line);
    const ofInverters = await calls.list('raggruppa=causa&tipo=inverter');
    expect(ofInverters.righe.map(({ id }) => id)).toEqual([6, 4, 3, 1]);
    expect(ofInverters).toMatchObject({ totale: 4, incidenti: 4 });
    const searched = await calls.list('raggruppa=causa&testo=inv05');
    expect(searched.righe.map(({ id }) => id)).toEqual([4]);
  });

  test('shows a cci user what it may see: consequences of a cause that it may not see stand by themselves', async () => {
    await startWith(line);
    const page = await calls.list('raggruppa=causa', 'cci');
    expect(page.righe.map(({ id }) => id)).toEqual([6, 4, 3, 1]);
    expect(page.incidenti).toBe(page.totale);
  });

  test('comes in pages of 100 incidents, every one once', async () => {
    const incidents = Array.from({ length: 250 }, (_, index) => {
      const [root, hidden] = [2 * index + 1, 2 * index + 2];
      return [
        raisedChange({ id: root, code: 'STR01', ...on('stringhe', root, `S ${root}`) }),
        raisedChange({ id: hidden, code: 'INV04', ...on('stringhe', root, `S ${root}`), ...hiddenBy(root) }),
      ];
    });
    await startWith(incidents.flat());
    const shown: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await calls.list(`raggruppa=causa${cursor && `&cursor=${cursor}`}`);
      expect(page).toMatchObject({ incidenti: 250, totale: 500 });
      shown.push(...page.righe.map(({ id }) => id));
      cursor = page.cursor;
    }
    expect(shown).toHaveLength(250);
    expect(new Set(shown).size).toBe(250);
  });

  test('is not one of the history', async () => {
    await startWith(line);
    const response = await calls.get('allarmi?stato=storico&raggruppa=causa');
    expect([response.status, (await response.json()).campo]).toEqual([400, 'raggruppa']);
  });
});

describe('acknowledging an incident', () => {
  test('acknowledges the cause and what was announced before; what was not announced still asks when it stays alone', async () => {
    await startWith(line);
    const response = await calls.post(
      'allarmi/riconosci',
      { id: [2], conseguenze: true, nota: 'cavo' },
      'normal',
    );
    const answer = await response.json();
    expect(answer.map((alarm: { id: number }) => alarm.id)).toEqual([2, 1]);
    expect(answer[0]).toMatchObject({ stato: 'riconosciuto', conseguenze: { da_riconoscere: 0 } });
    expect(answer[1]).toMatchObject({ stato: 'soppresso', riconosciuto: { da: 'operatore', nota: 'cavo' } });
    const { righe } = await calls.list();
    expect(righe.filter(({ riconosciuto }) => riconosciuto).map(({ id }) => id)).toEqual([2, 1]);
    // Each has its line in the audit log.
    expect(audited().map(({ object, user }) => [object, user])).toEqual([
      ['allarmi/1', 'operatore'],
      ['allarmi/2', 'operatore'],
    ]);
  });

  test('leaves the consequences alone where they are not asked for', async () => {
    await startWith(line);
    await calls.post('allarmi/riconosci', { id: [2] });
    expect(audited()).toHaveLength(1);
  });

  test('is all or nothing: one alarm that is not there refuses the whole', async () => {
    await startWith(line);
    expect((await calls.post('allarmi/riconosci', { id: [2, 999], conseguenze: true })).status).toBe(404);
    expect(audited()).toEqual([]);
  });

  test('is refused to a cci user whose equipment the cause is not', async () => {
    await startWith(line);
    expect((await calls.post('allarmi/riconosci', { id: [2], conseguenze: true }, 'cci')).status).toBe(404);
    expect(audited()).toEqual([]);
  });
});

test('an outage of the grid is one row, with the protection and the inputs that tell of it behind it', async () => {
  await startWith([]);
  await datalogger.run(2);
  datalogger.plant.inject({ kind: 'grid-outage' });
  await datalogger.run(60);
  const { righe, incidenti, totale } = await calls.list('raggruppa=causa');
  expect(righe.map(({ codice }) => codice)).toEqual(['GRD01']);
  expect(incidenti).toBe(1);
  expect(1 + (righe[0]?.conseguenze?.allarmi ?? 0)).toBe(totale);
  expect(righe[0]?.conseguenze?.dispositivi).toBeGreaterThan(1);
});
