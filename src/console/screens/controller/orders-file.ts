import { commandRegister } from '../../data/commands';
import { plantNowMs } from '../../data/plant-clock';
import { downloadTable } from '../../data/table-file';
import { decimalMark } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { type CsvCell, csvFileName, csvStamp, csvText, csvTimeHead } from '../../ui/csv';
import { actionWord, decimalsOf, outcomeWords } from './received-words';

/** Downloads the register of orders: what was ordered and by whom, what the devices hold, and after how many s the meter proved it. */
export async function saveOrders(zone: string): Promise<void> {
  const orders = await commandRegister('cci');
  const times = orders.flatMap(({ atS }) => atS ?? []);
  const heads = [
    csvTimeHead(t('controller.received.time'), times, zone),
    t('controller.functionColumn.source'),
    t('controller.received.command'),
    t('controller.column.asked'),
    t('controller.column.applied'),
    t('controller.received.outcome'),
    's',
  ];
  const rows = orders.map((order): CsvCell[] => {
    const decimals = decimalsOf(order.action) ?? 0;
    return [
      order.atS === null ? '' : csvStamp(order.atS, zone),
      order.by || t('controller.source.operator'),
      actionWord(order.action),
      { value: order.next, decimals },
      { value: order.applied, decimals },
      outcomeWords(order),
      { value: order.followedS, decimals: 0 },
    ];
  });
  const text = csvText([heads, ...rows], decimalMark());
  downloadTable(csvFileName('comandi', plantNowMs() / 1000, zone), text);
}
