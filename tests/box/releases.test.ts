import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type Box, bootBox } from '../support/box/boot-box';
import { bring, expectLogin, expectRunning, installPackage } from '../support/box/installation';
import { packKept } from '../support/box/releases';
import { type KeptRelease, releasePassword } from '../support/kept-release';

/** The package and a data folder of every release; the program in the old package is today's. */
const kept = new URL('../data-folders/', import.meta.url).pathname;
const newer = inject('newer');
let work: string;
let box: Box;
beforeEach(async () => {
  work = mkdtempSync(join(tmpdir(), 'meridiana-kept-'));
  box = await bootBox();
});
afterEach(async () => {
  await box.stop();
  rmSync(work, { recursive: true, force: true });
});

test.each(readdirSync(kept))(
  'upgrades the package of release %s: accounts and changed settings stay',
  async version => {
    const release: KeptRelease = JSON.parse(readFileSync(join(kept, version, 'answers.json'), 'utf8'));
    const old = packKept(work, join(kept, version, 'package'), newer, version);
    await installPackage(box, old);
    await box.run('systemctl stop meridiana && rm -rf /var/lib/meridiana/*');
    const data = await bring(box, join(kept, version, 'data.tar.gz'));
    await box.run(
      `tar -xzf ${data} -C /var/lib/meridiana --strip-components 1 && chown -R meridiana: /var/lib/meridiana`,
    );
    await box.run(
      `sed -i 's/^PLANT=.*/PLANT=small\\nPLANT_CLOCK=${release.clock}/' /etc/meridiana/meridiana.env && systemctl start meridiana`,
    );

    const { code, out } = await installPackage(box, newer.deb);
    expect(code, out).toBe(0);
    await expectRunning(box, newer.version);
    const { url } = await box.forward(80);
    for (const user of release.users) await expectLogin(url, { user, password: releasePassword });
    expect((await box.run('cat /etc/meridiana/meridiana.env')).out).toContain(`PLANT_CLOCK=${release.clock}`);
    expect((await box.run('ls /var/lib/meridiana')).out).not.toContain('damaged');
  },
);

test.each(readdirSync(kept))(
  'leaves a service disabled that was so under the package of release %s',
  async version => {
    await installPackage(box, packKept(work, join(kept, version, 'package'), newer, version));
    await box.run('systemctl disable --now meridiana');
    expect((await installPackage(box, newer.deb)).code).toBe(0);
    expect((await box.run('systemctl is-enabled meridiana', { mayFail: true })).out.trim()).toBe('disabled');
  },
);
