import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Another tab: a channel of the same name. */
const otherTab = () => new BroadcastChannel('meridiana');
let tabs: BroadcastChannel[] = [];
const open = () => {
  const tab = otherTab();
  tabs.push(tab);
  return tab;
};

beforeEach(() => {
  vi.resetModules();
});

afterEach(() => {
  for (const tab of tabs) tab.close();
  tabs = [];
  vi.unstubAllGlobals();
});

const load = () => import('../../../src/console/app/cross-tab');

test('what is announced arrives in the other tabs', async () => {
  const { announce } = await load();
  const heard = new Promise(resolve => {
    open().onmessage = event => resolve(event.data);
  });
  announce({ kind: 'logout', account: '1' });
  expect(await heard).toEqual({ kind: 'logout', account: '1' });
});

test('only messages of ours arrive, until nobody listens', async () => {
  const { onMessage } = await load();
  const heard: unknown[] = [];
  const last = new Promise<void>(resolve => {
    onMessage(message => {
      heard.push(message);
      if (message.kind === 'plant-changed') resolve();
    });
  });
  const tab = open();
  for (const message of [
    null,
    'logout',
    { kind: 'logout' },
    { kind: 'theme', theme: 'toString' },
    { kind: 'theme', theme: 'dark' },
    { kind: 'language', language: 7 },
    { kind: 'language', language: 'de' },
    { kind: 'something of a later version' },
    { kind: 'plant-changed', more: 1 },
  ])
    tab.postMessage(message);
  await last;
  expect(heard).toEqual([
    { kind: 'theme', theme: 'dark' },
    { kind: 'language', language: 'de' },
    { kind: 'plant-changed' },
  ]);
});

test('a browser without channels goes on by itself', async () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  const { announce, onMessage } = await load();
  const stop = onMessage(() => undefined);
  expect(() => announce({ kind: 'plant-changed' })).not.toThrow();
  stop();
});
