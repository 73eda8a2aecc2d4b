import type { Backup } from '../../src/contract/backup';
import type { HistoryCopy } from '../../src/contract/history';
import type { TestDatalogger } from './datalogger';
import { eventually } from './eventually';

/** Calls as an administrator, in one session; each must succeed. */
function caller(datalogger: TestDatalogger) {
  const token = datalogger.login('admin');
  return async (method: string, path: string, json?: object) => {
    const body = json === undefined ? {} : { json };
    const reply = await datalogger.request(`/api/${path}`, { method, token, ...body });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  };
}

/** Starts the copy of the history and waits until it is complete. */
export async function copyHistory(
  datalogger: TestDatalogger,
  ask = caller(datalogger),
): Promise<HistoryCopy> {
  await ask('POST', 'sistema/storia');
  return eventually(async () => {
    const { copia } = await ask('GET', 'sistema/storia');
    if (copia?.stato !== 'pronta') throw new Error(`the copy is ${copia?.stato}`);
    return copia;
  });
}

/** A backup with its history, as the console saves it: the object, and the pieces of the history in base64. */
export async function savedBackup(datalogger: TestDatalogger) {
  const ask = caller(datalogger);
  const { id } = await copyHistory(datalogger, ask);
  const file: Backup = await ask('POST', 'sistema/backup', { storia: id });
  const pieces: string[] = [];
  for (let left = file.storia?.byte ?? 0; left > 0; ) {
    const { dati } = await ask('GET', `sistema/storia/${id}/parti/${pieces.length}`);
    pieces.push(dati);
    left -= Buffer.from(dati, 'base64').length;
  }
  return { file, pieces };
}
