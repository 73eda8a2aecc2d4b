// @vitest-environment happy-dom

// The assets that the page names are not there to be loaded.
// @vitest-environment-options {"settings":{"handleDisabledFileLoadingAsSuccess":true}}
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  assetsOf,
  checkBuild,
  isOtherBuild,
  recoverFromMissingChunk,
  runningBuild,
} from '../../../src/console/app/build-check';
import { setLeaveGuard } from '../../../src/console/browser/unsaved';
import { type ScriptedFetch, scriptFetch, settle } from '../../support/scripted-fetch';

const page = (hash: string) =>
  `<script type="module" crossorigin src="/assets/index-${hash}.js"></script><link rel="stylesheet" href="/assets/index-Abc_12-x.css">`;
const running = page('D92hD5Nr');

let wire: ScriptedFetch;

beforeEach(() => {
  wire = scriptFetch();
  document.head.innerHTML = running;
});

afterEach(() => {
  setLeaveGuard(null);
  sessionStorage.clear();
  wire.restore();
});

test('the build of a page follows from the names of its assets', () => {
  expect(assetsOf(running)).toEqual(['/assets/index-Abc_12-x.css', '/assets/index-D92hD5Nr.js']);
  expect(assetsOf('<title>Captive portal</title><script src="/login.js"></script>')).toEqual([]);
  expect(runningBuild()).toBe('D92hD5Nr');
});

test.each([
  ['the same page', running, false],
  ['a page with another script', page('Zz_9-aB0'), true],
  ['a portal’s page', '<title>Log in to the Wi-Fi</title>', false],
])('%s is another build: %s', (_, html, isOther) => {
  const known = new Set([...assetsOf(running), '/assets/Dashboard-11112222.js']);
  expect(isOtherBuild(html, known)).toBe(isOther);
  expect(isOtherBuild(html, new Set())).toBe(false);
});

test('the page is checked against every cache, and silence is not a new build', async () => {
  const asked = checkBuild();
  expect(wire.last().url).toBe('/');
  expect(wire.last().init.cache).toBe('no-cache');
  await wire.last().breakOff();
  expect(await asked).toBeNull();
});

describe('a chunk that cannot be had', () => {
  async function recover(html: string | null): Promise<number> {
    const reload = vi.fn();
    const done = recoverFromMissingChunk(reload);
    if (html === null) await wire.last().breakOff();
    else await wire.last().answerRaw(html, 'text/html');
    await settle();
    await done;
    return reload.mock.calls.length;
  }

  test('reloads once for each build that the server has, never in a loop', async () => {
    expect(await recover(page('Zz_9-aB0'))).toBe(1);
    expect(await recover(page('Zz_9-aB0'))).toBe(0);
    expect(await recover(page('Yy_8-cD1'))).toBe(1);
  });

  test('does not reload into nothing when the server is away or is another', async () => {
    expect(await recover(null)).toBe(0);
    expect(await recover('<title>Log in to the Wi-Fi</title>')).toBe(0);
  });

  test('never reloads over unsaved work', async () => {
    setLeaveGuard(() => undefined);
    expect(await recover(page('Zz_9-aB0'))).toBe(0);
    setLeaveGuard(null);
    expect(await recover(page('Zz_9-aB0'))).toBe(1);
  });
});
