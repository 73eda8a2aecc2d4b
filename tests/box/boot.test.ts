import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Box, bootBox } from '../support/box/boot-box';
import { withinPatience } from '../support/box/forward';

let box: Box;
beforeAll(async () => {
  box = await bootBox({ interfaces: 2, files: { '/etc/meridiana-test': 'before the boot' } });
});
afterAll(() => box?.stop());

test('boots Debian 13 without a failed unit', async () => {
  expect((await box.run('cat /etc/debian_version')).out).toMatch(/^13\./);
  expect((await box.run('systemctl --failed --plain --no-legend')).out).toBe('');
  expect((await box.run('cat /etc/meridiana-test')).out).toBe('before the boot');
});

test('answers on its own network, and on 127.0.0.1 where a test asks for it', async () => {
  await box.writeFile(
    '/srv/web.cjs',
    "require('http').createServer((_, r) => r.end('of the box')).listen(80)",
  );
  await box.run('systemd-run --unit=web node /srv/web.cjs');
  const { url } = await box.forward(80);
  const answer = () => fetch(url, withinPatience()).then(reply => reply.text());
  await expect.poll(() => answer().catch(() => '')).toBe('of the box');
  expect((await box.runInLan('curl -s http://10.73.1.2/')).out).toBe('of the box');
});

test('can neither set the clock of the host nor write settings of its kernel', async () => {
  const rights = await box.run("sed -n 's/^CapBnd:.//p' /proc/self/status /proc/1/status");
  const [own = '', first = ''] = rights.out.split('\n');
  expect(own).toBe(first);
  const systemTime = 1n << 25n;
  expect(BigInt(`0x${own}`) & systemTime).toBe(0n);
  expect(
    (await box.run('f=/proc/sys/kernel/pid_max; v=$(cat $f); echo $v > $f', { mayFail: true })).code,
  ).not.toBe(0);
});

test('restarts and switches itself off; its files stay', async () => {
  await box.writeFile('/root/note', 'kept');
  await box.run('systemctl reboot', { mayFail: true });
  expect(await box.ended()).toBe('reboot');
  await box.boot();
  expect((await box.run('cat /root/note')).out).toBe('kept');
  await box.run('systemctl poweroff', { mayFail: true });
  expect(await box.ended()).toBe('poweroff');
});
