/**
 * Runs everything, real browser included, on a fresh machine: installs the browser and the servers if they are missing, checks,
 * builds, tests, and ends with one line of the real counts, so that a run without tests cannot look like a success. `--box` adds the
 * installation on a Debian that boots (`tests/box`), which needs root rights and minutes more.
 */

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { begin, run } from './run';

/** The programs that the tests use, by the Debian package that provides each. */
const debianPackages: Readonly<Record<string, string>> = {
  'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
  'nginx-light': '/usr/sbin/nginx',
  lighttpd: '/usr/sbin/lighttpd',
  'lighttpd-mod-deflate': '/usr/lib/lighttpd/mod_deflate.so',
  caddy: '/usr/bin/caddy',
  busybox: '/usr/bin/busybox',
  'pure-ftpd': '/usr/sbin/pure-ftpd',
  'victoria-metrics': '/usr/bin/victoria-metrics',
  influxdb: '/usr/bin/influxd',
  mosquitto: '/usr/sbin/mosquitto',
  'mosquitto-clients': '/usr/bin/mosquitto_sub',
  'nut-server': '/lib/nut/dummy-ups',
  mbpoll: '/usr/bin/mbpoll',
  'poppler-utils': '/usr/bin/pdftotext',
  socat: '/usr/bin/socat',
  'python3-pymodbus': '/usr/lib/python3/dist-packages/pymodbus/__init__.py',
  'python3-icalendar': '/usr/lib/python3/dist-packages/icalendar/__init__.py',
  // pymodbus needs these two for TCP as well.
  'python3-serial': '/usr/lib/python3/dist-packages/serial/__init__.py',
  'python3-serial-asyncio': '/usr/lib/python3/dist-packages/serial_asyncio/__init__.py',
};

function installPackages(): void {
  const missing = Object.keys(debianPackages).filter(name => !existsSync(debianPackages[name] ?? ''));
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0) {
    console.error(
      `Missing: ${missing.join(' ')}. Install these Debian packages, or run the tests as root once.`,
    );
    process.exit(1);
  }
  run('apt-get', ['update', '-q']);
  // RUNLEVEL=1 prevents the servers from being started as services.
  run('apt-get', ['install', '-yq', '--no-install-recommends', ...missing], {
    DEBIAN_FRONTEND: 'noninteractive',
    RUNLEVEL: '1',
  });
}

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** A line for each failed test. */
  readonly faults: readonly string[];
}

/** A file of the runner's report (`--reporter=json`). */
interface TestFile {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly fullName: string;
    readonly failureMessages: readonly string[];
  }[];
}

/** A line for each failed test of a file, or for the file where none of its tests ran. */
function faultsOf({ name, status, message, assertionResults }: TestFile): readonly string[] {
  const failed = assertionResults.filter(each => each.status === 'failed');
  const lines =
    failed.length === 0 && status === 'failed'
      ? [message]
      : failed.map(each => `${each.fullName}: ${each.failureMessages[0] ?? ''}`);
  return lines.map(line => `failed: ${relative('.', name)} > ${line.split('\n', 1)[0]}`);
}

/** Runs the tests of a configuration and returns the numbers of passed and failed ones from the runner's report. */
function runTests(config: string, options: readonly string[]): Outcome {
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-'));
  const report = join(folder, 'report.json');
  try {
    const reporters = ['--reporter=json', '--reporter=./tests/support/second-tries.ts'];
    const args = ['vitest', 'run', '--config', config, ...reporters, ...options];
    const { status } = spawnSync('npx', [...args, `--outputFile.json=${report}`], {
      stdio: 'inherit',
      env: { ...process.env, CONSOLE_IS_BUILT: '1', DATALOGGER_IS_BUILT: '1' },
    });
    const result = JSON.parse(readFileSync(report, 'utf8'));
    const failed = Number(result.numFailedTests) + (status !== 0 && result.numFailedTests === 0 ? 1 : 0);
    return { passed: Number(result.numPassedTests), failed, faults: result.testResults.flatMap(faultsOf) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a script beside the tests; whether it ended well. */
function hasPassed(script: string): Promise<boolean> {
  const child = spawn('npx', ['tsx', script], { stdio: 'inherit' });
  return new Promise(resolve => child.once('exit', code => resolve(code === 0)));
}

installPackages();
const build = begin('npx', ['vite', 'build', '--logLevel', 'warn']);
run('npx', ['biome', 'check', '--error-on-warnings', '.']);
run('npx', ['tsc', '-b']);
run('npx', ['vite', 'build', '--ssr', 'src/datalogger/main.ts', '--logLevel', 'warn']);
run('npx', [
  'vite',
  'build',
  '--ssr',
  'src/box-service/main.ts',
  '--mode',
  'box-service',
  '--logLevel',
  'warn',
]);
await build;
// What weighs too much fails the run as a test does, and the tests run all the same, beside it.
const measures = ['scripts/size.ts', 'scripts/traffic.ts'].map(hasPassed);
// Two workers more than cores, as many tests wait for a page, a program or a time limit.
const tests = runTests('tests/vitest.config.ts', [
  // React does not ship: `npm run test:long` runs the tests of components on it.
  '--project=!react',
  '--reporter=default',
  `--maxWorkers=${availableParallelism() + 2}`,
]);
// Boots Debian several times, as root; its log says what was booted and the seconds of each way.
const isWithBoxes = process.argv.includes('--box');
const boxes = isWithBoxes
  ? runTests('tests/box/vitest.config.ts', ['--reporter=verbose'])
  : { passed: 0, failed: 0, faults: [] };
const tooHeavy = (await Promise.all(measures)).filter(isPassed => !isPassed).length;
const passed = tests.passed + boxes.passed + measures.length - tooHeavy;
const failed = tests.failed + boxes.failed + tooHeavy;
// Said again at the end, as the run prints thousands of lines.
for (const fault of [...tests.faults, ...boxes.faults]) console.log(fault);
if (tooHeavy > 0) console.log('failed: a size or the traffic is above its limit (see the first lines)');
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || tests.passed === 0 || (isWithBoxes && boxes.passed === 0) ? 1 : 0);
