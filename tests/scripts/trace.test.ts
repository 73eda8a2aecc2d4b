import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapsPlugin } from '../../scripts/build/maps';
import { readable } from '../../scripts/trace';

const work = mkdtempSync(join(tmpdir(), 'meridiana-trace-'));
const assets = join(work, 'dist/console/assets');

beforeAll(async () => {
  writeFileSync(
    join(work, 'main.ts'),
    'interface Plant { readonly power: number }\n\nexport function powerOf(plant: Plant | null): number {\n  return plant!.power;\n}\n',
  );
  await build({
    configFile: false,
    root: work,
    logLevel: 'silent',
    plugins: [mapsPlugin()],
    build: {
      outDir: 'dist/console',
      sourcemap: 'hidden',
      lib: { entry: 'main.ts', formats: ['es'], fileName: 'main-12345678' },
      rolldownOptions: { output: { entryFileNames: 'assets/[name]-12345678.js' } },
    },
  });
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

test('a map is beside the console, and nothing in the console names it', () => {
  expect(readdirSync(join(work, 'dist/maps'))).toEqual(['main-12345678.js.map']);
  expect(readdirSync(assets)).toEqual(['main-12345678.js']);
  expect(readFileSync(join(assets, 'main-12345678.js'), 'utf8')).not.toContain('sourceMappingURL');
});

test('a place in a script becomes file, line and column of the source', async () => {
  const path = join(assets, 'main-12345678.js');
  const { powerOf } = await import(/* @vite-ignore */ path);
  let stack = '';
  try {
    powerOf(null);
  } catch (error) {
    stack = error instanceof Error ? String(error.stack) : '';
  }
  const [, place = ''] = /(main-12345678\.js:\d+:\d+)/.exec(stack) ?? [];
  expect(place).not.toBe('');
  const text = `TypeError: null\n    at e (http://192.168.1.10/assets/${place})\n    at f (other-12345678.js:1:2)`;
  const read = readable(text, join(work, 'dist/maps'));
  expect(read).toMatch(/main\.ts:4:\d+/);
  expect(read).toContain('other-12345678.js:1:2');
});
