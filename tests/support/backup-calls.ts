import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Key } from '../../src/contract';
import { keepCopy, keptCopies } from '../../src/datalogger/storage/backup/copies';
import type { TestDatalogger } from './datalogger';
import type { Make } from './example-calls';
import { copyHistory, savedBackup } from './saved-backup';

type BackupKey = Extract<
  Key,
  `${string} sistema/${'backup' | 'ripristino' | 'storia' | 'versioni' | 'copie'}${string}`
>;

/** Uploads a backup for a check. If the caller is not allowed to do this, the id does not exist. */
async function checkedFile(datalogger: TestDatalogger, token: string | null) {
  const { file, pieces } = await savedBackup(datalogger);
  const path = '/api/sistema/ripristino';
  const reply = await datalogger.request(path, { method: 'POST', token, json: { file } });
  const id: string = reply.ok ? (await reply.json()).id : 'nulla';
  return { id, dati: pieces[0] ?? '' };
}

async function newestVersion({ config: { versions } }: TestDatalogger): Promise<number> {
  await versions.settled();
  return versions.page(null, null, 1)[0]?.id ?? 0;
}

/** The name of a copy as a schedule makes it. */
async function keptCopy(datalogger: TestDatalogger): Promise<string> {
  const folder = join(tmpdir(), datalogger.config.installation.serial, 'backup');
  await keepCopy(folder, (await savedBackup(datalogger)).file, 1);
  return keptCopies(folder)[0]?.name ?? '';
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
  'GET sistema/versioni': () => ({ path: 'sistema/versioni', query: { oggetto: 'sistema' } }),
  'GET sistema/versioni/:id': async datalogger => ({
    path: `sistema/versioni/${await newestVersion(datalogger)}`,
  }),
  'GET sistema/versioni/:id/file': async datalogger => ({
    path: `sistema/versioni/${await newestVersion(datalogger)}/file`,
  }),
  'POST sistema/versioni/:id/ripristino': async datalogger => ({
    path: `sistema/versioni/${await newestVersion(datalogger)}/ripristino`,
    json: { oggetti: ['sistema'] },
  }),
  'GET sistema/copie': () => ({ path: 'sistema/copie' }),
  'POST sistema/copie/ripristino': async datalogger => ({
    path: 'sistema/copie/ripristino',
    json: { copia: await keptCopy(datalogger) },
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
