import { isObject } from '../../../data/read';
import { write } from '../../../data/records';
import { newInverter, type Row } from './proposals';

/** Creates the records of the ticked rows, inverters first; the number of those that were not created. */
export async function saveAll(rows: readonly Row[]): Promise<number> {
  const ids = new Map<string, unknown>();
  let left = 0;
  for (const { candidate, record, faults } of rows.filter(({ isTicked }) => isTicked)) {
    const { kind, key } = candidate;
    const { inverter } = record;
    const parent = ids.get(String(inverter));
    const body = parent === undefined ? record : { ...record, inverter: parent };
    const written = faults.size === 0 && (await write(`POST config/${kind}`, { body }));
    if (written && written.kind === 'saved') {
      if (isObject(written.value)) ids.set(newInverter + key, written.value.id);
    } else left++;
  }
  return left;
}
