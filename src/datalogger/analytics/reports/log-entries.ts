import type { LogEntry } from '../../../contract/logbook';
import type { Report } from '../../../contract/reports';
import type { Snapshot } from '../../plant/snapshot';
import type { Logbook } from '../../storage/config/logbook';
import type { WorkOrders } from '../../storage/config/work-orders';
import type { Span } from '../../storage/measures/spans';
import type { Stated } from './stops';

const mostWork = 100;

/** The work that was open at some time of [from, to), epoch s. A cost counts once: in the period in which the order was closed. */
export function workIn(
  workOrders: Pick<WorkOrders, 'during'> | undefined,
  from: number,
  to: number,
): Report['lavori'] {
  const orders = workOrders?.during(from, to) ?? [];
  return orders
    .slice(-mostWork)
    .map(({ id, titolo, gruppo, dispositivo, nome, persona, creato, chiuso, costo }) => ({
      id,
      titolo,
      gruppo,
      dispositivo,
      nome,
      persona,
      creato,
      chiuso: chiuso !== null && chiuso < to ? chiuso : null,
      costo: chiuso !== null && chiuso < to ? costo : null,
    }));
}

/** What the log book says of the causes of losses. A time that is about no inverter is about all of them. */
export function statedIn(logbook: Pick<Logbook, 'causes'> | undefined): Stated {
  const notes = logbook?.causes() ?? [];
  return {
    times: notes.flatMap(({ alarm, group, device, begin, end, cause }) =>
      alarm === null && end !== null && cause !== null
        ? [{ device: group === 'inverter' ? device : null, from: begin, to: end, cause }]
        : [],
    ),
    alarms: new Map(
      notes.flatMap(({ alarm, cause }) =>
        alarm === null || cause === null ? [] : [[alarm, cause] as const],
      ),
    ),
  };
}

/** A time that is marked as invalid, as an entry of the log book. */
export function entryOfSpan(span: Span, { groups }: Snapshot): LogEntry {
  const { id, group, device, from, to, reason, by, madeAt } = span;
  const rows = groups[group];
  return {
    id: -id,
    gruppo: group as LogEntry['gruppo'],
    dispositivo: group === 'impianto' ? null : device,
    nome: rows.nome[rows.id.indexOf(device)] ?? '',
    allarme: null,
    da: from,
    a: to,
    testo: reason,
    causa: null,
    autore: by,
    scritta: madeAt,
    invalida: true,
  };
}
