import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backUp, backupsOf } from '../../../src/datalogger/storage/database/backups';
import { emptyFrame } from '../../../src/datalogger/storage/measures/frame';
import { openMeasures } from '../../../src/datalogger/storage/measures/measures';
import { configClient } from '../../support/config-client';
import { startDatalogger } from '../../support/datalogger';
import { exampleSchedule } from '../../support/example-services';
import { longPatience, rounds } from '../../support/long';

const passphrase = 'la volpe e il corvo';
const writes = rounds(40, 1000);

test(
  'L12: a backup that is made during writes is one moment of the configuration, and brings a new device to it',
  longPatience,
  async () => {
    const datalogger = await startDatalogger();
    const client = configClient(datalogger);
    const writing = Array.from({ length: writes }, (_, index) =>
      client.send('POST', 'pianificazioni', { ...exampleSchedule, nome: `Numero ${index}` }),
    );
    const [file] = await Promise.all([
      client.send('POST', 'sistema/backup', { passphrase }).then(response => response.json()),
      ...writing,
    ]);
    const names = file.contenuto.pianificazioni.map(({ nome }: { nome: string }) => nome);
    expect(new Set(names).size).toBe(names.length);

    const other = await startDatalogger({ seed: 2 });
    const otherClient = configClient(other);
    const plan = await (await otherClient.send('POST', 'sistema/ripristino', { file, passphrase })).json();
    const restored = await otherClient.send('POST', `sistema/ripristino/${plan.id}/conferma`);
    expect(await restored.json()).toEqual({ riavvio: false });
    const again = await (await otherClient.send('POST', 'sistema/backup', {})).json();
    expect(again.contenuto).toEqual(file.contenuto);
    // The key of the sessions is not in it: no token of the one device opens the other.
    const token = datalogger.login('admin');
    expect((await other.request('/api/account', { token })).status).toBe(401);
    await Promise.all([datalogger.close(), other.close()]);
  },
);

test(
  'L12: the copy of the archive that is made during writes has every minute up to one moment',
  longPatience,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'copy-'));
    const path = join(folder, 'measures.db');
    const measures = openMeasures(path);
    const ids = Array.from({ length: 50 }, (_, index) => index + 1);
    let minute = 0;
    const writeSome = (count: number) =>
      measures.transaction(() => {
        for (let left = count; left > 0; left--)
          measures.put('minute', 'inverter', emptyFrame('inverter', ++minute * 60, ids));
      });
    writeSome(4_000);
    const writing = setInterval(() => writeSome(1), 1);
    expect(await backUp(path, () => false, Date.now())).toBe(true);
    clearInterval(writing);
    writeSome(1);

    const elsewhere = join(folder, 'new-device.db');
    copyFileSync(backupsOf(path)[0], elsewhere);
    const copy = openMeasures(elsewhere);
    const [original, copied] = [measures, copy].map(store =>
      store.frames('minute', 'inverter', 0, 2 ** 40).map(({ t }) => t),
    );
    expect(copied?.length).toBeGreaterThanOrEqual(4_000);
    expect(copied).toEqual(original?.slice(0, copied?.length));
    copy.close();
    measures.close();
    rmSync(folder, { recursive: true });
  },
);
