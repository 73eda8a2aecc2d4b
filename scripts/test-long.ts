/**
 * Runs the tests that have a long form with their promised numbers of repetitions, and the tests of components on React. A list of such files
 * would forget a new one: every file that imports `tests/support/long.ts`, itself or through another file of `tests/support`, is taken.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run';

const support = 'tests/support';
const textOf = (path: string) => readFileSync(path, 'utf8');
const namesIn = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => ending.test(name));

const through = namesIn(support, /\.ts$/)
  .filter(name => /from '(\.\.?\/)+long'/.test(textOf(join(support, name))))
  .map(name => name.replace(/\.ts$/, ''));
const importsLong = new RegExp(`from '[./]+/support/(long|${through.join('|')})'`);
const files = namesIn('tests', /\.test\.tsx?$/)
  .map(name => join('tests', name))
  .filter(path => !path.startsWith('tests/box/') && importsLong.test(textOf(path)));

const vitest = ['vitest', 'run', '--config', 'tests/vitest.config.ts'];
const projects = ['unit', 'endurance', 'e2e'].flatMap(name => ['--project', name]);
run('npx', [...vitest, ...projects, ...files], { LONG_TESTS: '1' });
run('npx', [...vitest, '--project', 'react']);
