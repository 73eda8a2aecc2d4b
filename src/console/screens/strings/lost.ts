import { dayOf } from '../../data/days';
import { plantNowMs } from '../../data/plant-clock';
import { type Resource, resource } from '../../data/resource';
import { numberAt, readTable, textAt } from '../../data/table';

/** Lost energy in kWh by id of the string. */
export type Lost = ReadonlyMap<string, number>;

/** The archive closes a slot every quarter of an hour. */
const everyMs = 900_000;

function readLost(raw: unknown): Lost {
  const table = readTable(raw);
  return new Map(
    Array.from({ length: table.rows }, (_, row) => [
      textAt(table, 'id', row) ?? '',
      numberAt(table, 'persa', row) ?? 0,
    ]),
  );
}

/** The energy that each string lost today, compared with the median of its inverter. */
export function lostToday(zone: string): Resource<Lost> {
  const d = dayOf(plantNowMs(), zone);
  return resource('GET dati_impianto/energia_persa', { query: { d } }, readLost, { everyMs });
}
