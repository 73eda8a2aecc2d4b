import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openAlarms } from '../../../../src/datalogger/storage/alarms/alarms';

const writer = fileURLToPath(new URL('alarms-writer.ts', import.meta.url));
const rounds = 20;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alarms-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Lets the writer write until it has said `lines` lines, kills it at once and answers everything it said. */
async function writeUntilKilled(path: string, lines: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', writer, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let said = '';
  child.stdout.on('data', (text: Buffer) => {
    said += text;
    if (said.split('\n').length > lines) child.kill('SIGKILL');
  });
  await ended;
  // The last line may be cut: what it says was written all the same, but nobody was notified.
  return said.split('\n').slice(0, -1);
}

test('whenever the program is killed, no announced step is lost and none is there twice', async () => {
  const path = join(folder, 'alarms.db');
  const told = { raised: new Set<number>(), acknowledged: new Set<number>() };
  for (let round = 0; round < rounds; round++) {
    for (const line of await writeUntilKilled(path, 1 + ((round * 37) % 211))) {
      const ids = line.startsWith('+') ? told.raised : told.acknowledged;
      expect(ids.has(Number(line.slice(1))), `${line} in round ${round}`).toBe(false);
      ids.add(Number(line.slice(1)));
    }
  }
  const store = openAlarms(path);
  const open = store.open();
  const stored = new Set(open.map(({ id }) => id));
  expect([...told.raised].filter(id => !stored.has(id))).toEqual([]);
  expect(open.map(({ id }) => id)).toEqual(Array.from({ length: store.lastId() }, (_, index) => index + 1));
  for (const { id, state, version } of open) {
    const isAcknowledged = state === 'riconosciuto';
    if (told.acknowledged.has(id)) expect(state).toBe('riconosciuto');
    expect(store.story(id).map(({ to }) => to)).toEqual(
      isAcknowledged ? ['attivo', 'riconosciuto'] : ['attivo'],
    );
    expect(version).toBe(isAcknowledged ? 2 : 1);
  }
  store.close();
});
