import type { ScanBody } from '../../../contract/bus';
import type { ScanProgress } from '../../plant/field-bus-api';
import { addressAt } from './engine/lines';
import { HostSearch, type ScanParts } from './host-search';

/** Where devices are most often, in this order: makers' defaults. All others follow. */
const usualUnits = [1, 126, 2, 3, 4, 5, 6, 7, 8, 9, 10, 125, 247, 240, 200, 255, 0];

/** Searches all hosts of a range, or a serial port, at once. Ends early when `signal` says so. */
export async function scan(
  range: ScanBody,
  parts: ScanParts,
  progress: ScanProgress,
  signal: AbortSignal,
): Promise<void> {
  const hosts = hostsOf(range);
  const units = unitsOf(range);
  const total = hosts.length * units.length;
  let asked = 0;
  await Promise.all(
    hosts.map(async host => {
      let own = 0;
      const search = new HostSearch(addressAt({ ...range, host }), parts, progress, unit => {
        asked++;
        own++;
        progress.at({ host, unita: unit }, asked, total);
      });
      progress.at({ host, unita: units[0] ?? 0 }, asked, total);
      await search.run(units, signal);
      // A host whose search ends early has answered for all of its units.
      asked += units.length - own;
      progress.at({ host, unita: units.at(-1) ?? 0 }, asked, total);
    }),
  );
}

function hostsOf({ host, fino_a }: ScanBody): string[] {
  if (fino_a === null) return [host];
  const [, network = '', first = ''] = /^(.*\.)(\d+)$/.exec(host) ?? [];
  return Array.from({ length: fino_a - Number(first) + 1 }, (_, index) => network + (Number(first) + index));
}

function unitsOf({ unita_da, unita_a }: ScanBody): number[] {
  const all = Array.from({ length: unita_a - unita_da + 1 }, (_, index) => unita_da + index);
  const usual = usualUnits.filter(unit => all.includes(unit));
  return [...usual, ...all.filter(unit => !usual.includes(unit))];
}
