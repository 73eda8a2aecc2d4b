import { setImmediate } from 'node:timers/promises';
import type { DecimalMark } from '../../../contract/config/tables';
import { type CsvCell, csvText } from '../../../contract/csv';
import type { WorkOrder } from '../../../contract/work-orders';
import { localTime } from '../../../contract/zone';
import type { StoredWork, WorkOrders } from '../../storage/config/work-orders';

const names =
  'id titolo stato dispositivo persona scadenza creato chiuso chiuso_da esito causa costo allarmi passi nota autore foto';
/** The names of the API, and the unit of the cost. */
const workHeads = names.split(' ').map(head => (head === 'costo' ? 'costo [€]' : head));

/** Orders that are read without a pause. */
const readAtOnce = 100;

interface Wanted {
  readonly workOrders: Pick<WorkOrders, 'after'>;
  /** What the caller sees of an order: nothing, or one. */
  readonly seen: (order: StoredWork) => readonly WorkOrder[];
  readonly zone: string;
  readonly mark: DecimalMark;
  /** Called after each pause. */
  readonly go: () => void;
}

/** All orders as CSV, with times in the plant's zone. */
export async function workTable({ workOrders, seen, zone, mark, go }: Wanted): Promise<string> {
  const pieces = [csvText([workHeads], mark)];
  for (let last = 0; ; ) {
    const orders = workOrders.after(last, readAtOnce);
    const rows = orders.flatMap(seen).map(order => workCells(order, zone));
    // Only the head has the byte order mark.
    pieces.push(csvText(rows, mark).slice(1));
    if (orders.length < readAtOnce) return pieces.join('');
    last = orders.at(-1)?.id ?? last;
    await setImmediate();
    go();
  }
}

/** The cells of an order, with its times in the plant's zone. */
function workCells(order: WorkOrder, zone: string): CsvCell[] {
  const timeOf = (epochS: number | null) =>
    epochS === null ? '' : localTime(zone, epochS).slice(0, 19).replace('T', ' ');
  const { id, titolo, stato, nome, persona, scadenza, creato, chiuso, chiuso_da, esito, causa } = order;
  const { costo, allarmi, passi, nota, autore, foto } = order;
  const done = passi.filter(({ fatto }) => fatto).length;
  const facts = [String(id), titolo, stato, nome, persona, scadenza ?? ''];
  const times = [timeOf(creato), timeOf(chiuso), chiuso_da, esito, causa ?? ''];
  const cost = { value: costo, decimals: 2 };
  const rest = [allarmi.join(' '), `${done}/${passi.length}`, nota, autore, String(foto.length)];
  return [...facts, ...times, cost, ...rest];
}
