import { judgeTable } from './plant-clock';
import { type Resource, resource } from './resource';
import { type MeasureTable, readTable } from './table';

/** Live values by their codes, polled every `everyMs` and converted by `read`. */
export function liveTable<T>(m: string, everyMs: number, read: (table: MeasureTable) => T): Resource<T> {
  const judge = judgeTable;
  return resource('GET dati_impianto/RT', { query: { m } }, raw => read(readTable(raw)), {
    everyMs,
    isLive: true,
    judge,
  });
}
