import { type AlarmStore, openAlarms } from '../../../../src/datalogger/storage/alarms/alarms';
import { exampleOccurrence, raised, raisedChange } from './alarms-support';

/*
 * A program that is made to be killed: it raises alarms and acknowledges earlier ones as fast as the disk takes them, and
 * says after each write what it has written: `+id` for one raised, `!id` for one acknowledged.
 */
const [path = ''] = process.argv.slice(2);
const batch = 5;

function acknowledgeOldest(store: AlarmStore, count: number): void {
  const waiting = store
    .open()
    .filter(({ state }) => state === 'attivo')
    .slice(0, count);
  const action = { by: 'operatore', at: 0, note: '' };
  store.write(
    waiting.map(({ id, begin }) => ({
      occurrence: exampleOccurrence({ id, begin, state: 'riconosciuto', acknowledged: action, version: 2 }),
      steps: [{ ...raised(begin), from: 'attivo', to: 'riconosciuto', by: 'operatore' }],
      spans: [],
    })),
  );
  process.stdout.write(waiting.map(({ id }) => `!${id}\n`).join(''));
}

const store = openAlarms(path);
for (let id = store.lastId() + 1; ; id += batch) {
  const ids = Array.from({ length: batch }, (_, index) => id + index);
  store.write(ids.map(one => raisedChange({ id: one })));
  process.stdout.write(ids.map(one => `+${one}\n`).join(''));
  acknowledgeOldest(store, batch - 1);
}
