import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The `e_machine` of an ELF file, as the half-word at byte 18; null for any other file. */
export function machineOf(file: string): number | null {
  const header = readFileSync(file).subarray(0, 20);
  const isElf = header.length === 20 && header.subarray(0, 4).toString('latin1') === '\x7fELF';
  return isElf ? header.readUInt16LE(18) : null;
}

const parts = (version: string) => version.split('.').map(Number);

/** Whether version `a` is newer than `b`: 2.34 is newer than 2.4. */
export function isNewer(a: string, b: string): boolean {
  const [left, right] = [parts(a), parts(b)];
  const at = left.findIndex((part, index) => part !== right[index]);
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? -1);
}

/** The newest version of this library's symbols that the file needs; '0' if it needs no versioned symbol. */
export function neededVersion(file: string, library: 'GLIBC' | 'GLIBCXX'): string {
  // readelf reads the files of every architecture.
  const text = execFileSync('readelf', ['--version-info', '--wide', file], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const found = [...text.matchAll(new RegExp(`Name: ${library}_([0-9.]+)`, 'g'))].map(
    ([, each = '0']) => each,
  );
  return found.reduce((newest, each) => (isNewer(each, newest) ? each : newest), '0');
}
