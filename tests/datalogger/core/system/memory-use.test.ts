import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { memoryUse } from '../../../../src/datalogger/core/system/memory-use';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'meridiana-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
const use = () => memoryUse(root, join(root, 'self'));

test('reads limit and use of a unit, without what the kernel caches of files', () => {
  const unit = 'system.slice/meridiana.service';
  write({
    self: `0::/${unit}\n`,
    [`${unit}/memory.max`]: '335544320\n',
    [`${unit}/memory.current`]: '300000000\n',
    [`${unit}/memory.stat`]: 'anon 150000000\nfile 120000000\nfile_mapped 7\n',
  });
  expect(use()).toEqual({ used: 180_000_000, limit: 335_544_320 });
});

test('reads the control groups of older kernels', () => {
  write({
    self: '5:cpu,cpuacct:/x\n4:memory:/box\n0::/\n',
    'memory/box/memory.limit_in_bytes': '268435456\n',
    'memory/box/memory.usage_in_bytes': '200000000\n',
    'memory/box/memory.stat': 'cache 1\ntotal_cache 50000000\n',
  });
  expect(use()).toEqual({ used: 150_000_000, limit: 268_435_456 });
});

test('where there is no limit, and without control groups, there is nothing to watch', () => {
  expect(use()).toBeNull();
  write({ self: '0::/\n', 'memory.max': 'max\n', 'memory.current': '1\n', 'memory.stat': 'file 0\n' });
  expect(use()).toBeNull();
});
