import { csvText } from '../../../contract/csv';
import type { WorkOrder } from '../../../contract/work-orders';
import { localTime } from '../../../contract/zone';

const heads =
  'id titolo stato dispositivo persona scadenza creato chiuso chiuso_da esito causa costo allarmi passi nota autore foto';

/** Orders as CSV, with the names of the API as heads; times in the plant's zone. */
export function workTable(orders: readonly WorkOrder[], zone: string, mark: ',' | '.'): string {
  const timeOf = (epochS: number | null) =>
    epochS === null ? '' : localTime(zone, epochS).slice(0, 19).replace('T', ' ');
  const rows = orders.map(order => {
    const { id, titolo, stato, nome, persona, scadenza, creato, chiuso, chiuso_da, esito, causa } = order;
    const { costo, allarmi, passi, nota, autore, foto } = order;
    const done = passi.filter(({ fatto }) => fatto).length;
    const facts = [String(id), titolo, stato, nome, persona, scadenza ?? ''];
    const times = [timeOf(creato), timeOf(chiuso), chiuso_da, esito, causa ?? ''];
    const cost = { value: costo, decimals: 2 };
    const rest = [allarmi.join(' '), `${done}/${passi.length}`, nota, autore, String(foto.length)];
    return [...facts, ...times, cost, ...rest];
  });
  return csvText([heads.split(' ').map(head => (head === 'costo' ? 'costo [€]' : head)), ...rows], mark);
}
