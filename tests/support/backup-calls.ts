import type { Key } from '../../src/contract';
import type { TestDatalogger } from './datalogger';
import type { Make } from './example-calls';
import { copyHistory, savedBackup } from './saved-backup';

type BackupKey = Extract<Key, `${string} sistema/${'backup' | 'ripristino' | 'storia'}${string}`>;

/** Uploads a backup for a check. If the caller is not allowed to do this, the id does not exist. */
async function checkedFile(datalogger: TestDatalogger, token: string | null) {
  const { file, pieces } = await savedBackup(datalogger);
  const path = '/api/sistema/ripristino';
  const reply = await datalogger.request(path, { method: 'POST', token, json: { file } });
  const id: string = reply.ok ? (await reply.json()).id : 'nulla';
  return { id, dati: pieces[0] ?? '' };
}

export const backupCalls: { readonly [K in BackupKey]: Make<K> } = {
  'POST sistema/backup': () => ({ path: 'sistema/backup', json: {} }),
  'POST sistema/ripristino': async datalogger => ({
    path: 'sistema/ripristino',
    json: { file: (await savedBackup(datalogger)).file },
  }),
  'POST sistema/ripristino/:id/storia': async (datalogger, token) => {
    const { id, dati } = await checkedFile(datalogger, token);
    return { path: `sistema/ripristino/${id}/storia`, json: { posizione: 0, dati } };
  },
  'POST sistema/ripristino/:id/conferma': async (datalogger, token) => ({
    path: `sistema/ripristino/${(await checkedFile(datalogger, token)).id}/conferma`,
  }),
  'GET sistema/storia': () => ({ path: 'sistema/storia' }),
  'POST sistema/storia': () => ({ path: 'sistema/storia' }),
  'GET sistema/storia/:id/parti/:numero': async datalogger => ({
    path: `sistema/storia/${(await copyHistory(datalogger)).id}/parti/0`,
  }),
  'DELETE sistema/storia/:id': async datalogger => ({
    path: `sistema/storia/${(await copyHistory(datalogger)).id}`,
  }),
};
