import { type BusLimit, type BusLoop, type BusOrder, busOrders } from '../../data/bus-orders';
import { useResource } from '../../data/use-resource';
import { formatNumber, formatQuantity, missing } from '../../i18n/format';
import { t, textOf, textWith } from '../../i18n/translate';
import { DataTable } from '../../ui/DataTable';
import type { DataColumn } from '../../ui/data-column';
import { NotProvided } from '../../ui/NotProvided';

const signs: Readonly<Record<string, string>> = { p: 'P', q: 'Q', cosfi: 'cos φ' };
const idle = 'nessuno';

/** What every inverter was ordered by the datalogger: asked, written, read back and measured. */
export function Orders() {
  const { value, error } = useResource(busOrders);
  const orders = value?.orders ?? [];
  const open = orders.filter(({ outcome }) => outcome !== idle);
  const done = open.filter(({ outcome }) => outcome === 'verificato');
  return (
    <>
      <div className="ph">
        <h2>{t('order.title')}</h2>
        {open.length > 0 && <small>{t('order.verified', { done: done.length, all: open.length })}</small>}
      </div>
      {value && <p className="u">{loopWords(value.loop)}</p>}
      {value?.limit && <p className="u">{limitWords(value.limit)}</p>}
      {error?.isNotProvided ? (
        <NotProvided path="bus/ordini" />
      ) : (
        <DataTable className="stack" columns={columnsOfOrders()} rows={orders} keyOf={({ key }) => key} />
      )}
    </>
  );
}

function columnsOfOrders(): readonly DataColumn<BusOrder>[] {
  const number = (name: 'asked' | 'written' | 'readBack' | 'measured', head: string) => ({
    key: name,
    head,
    isNumber: true,
    isNamed: true,
    cell: (order: BusOrder) =>
      order.quantity === 'cosfi' ? formatNumber(order[name], 3) : formatQuantity(order[name], 1, '%'),
  });
  return [
    {
      key: 'name',
      head: t('order.device'),
      isHeading: true,
      cell: ({ name, quantity }) => `${name}, ${signs[quantity] ?? quantity}`,
    },
    number('asked', t('controller.column.asked')),
    number('written', t('order.written')),
    number('readBack', t('order.readBack')),
    number('measured', t('controller.column.measured')),
    {
      key: 'reversion',
      head: t('order.reversion'),
      isNumber: true,
      isNamed: true,
      cell: ({ reversionS, neverReverts, written }) => {
        if (neverReverts || (written !== null && reversionS === null)) return t('order.never');
        return written === null || reversionS === null ? missing : formatQuantity(reversionS, 0, 's');
      },
    },
    {
      key: 'outcome',
      head: t('controller.received.outcome'),
      isNamed: true,
      cell: ({ outcome }) => textOf('order', 'outcome', outcome) ?? missing,
    },
  ];
}

/** "Closed loop by M1 · target 450.0 kW · dead time 2.1 s · inverters compensated: 1" */
function loopWords(loop: BusLoop | null): string {
  if (!loop) return t('order.loop.off');
  const { state, meters, targetKw, deadS, missing } = loop;
  return [
    textWith({ meters }, 'order', 'loop', 'state', state) ?? state,
    targetKw !== null && t('order.loop.target', { value: formatQuantity(targetKw, 1, 'kW') }),
    t('order.loop.dead', { value: formatQuantity(deadS, 1, 's') }),
    !!missing && t('order.loop.missing', { value: missing }),
  ]
    .filter(part => part !== false)
    .join(' · ');
}

/** "Limit 40.0 % · Distribution operator 10.0.0.3" */
function limitWords({ percent, source, by }: BusLimit): string {
  const owner = source === 'gestore' ? t('controller.source.operator') : !by && t('controller.source.local');
  const limit = `${t('controller.trend.limit')} ${formatQuantity(percent, 1, '%')}`;
  return [limit, [owner, by].filter(Boolean).join(' ')].join(' · ');
}
