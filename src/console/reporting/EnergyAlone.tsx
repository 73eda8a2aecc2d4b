import { kindOf, type Period, rowKindOf } from '../data/periods';
import { type Resource, resource } from '../data/resource';
import { sumOf } from '../data/statistics';
import { type MeasureTable, numberAt, readTable, timeAt } from '../data/table';
import { useResource } from '../data/use-resource';
import { formatQuantity } from '../i18n/format';
import { t } from '../i18n/translate';
import { FileButton, SheetTable } from './SheetTable';
import { type Sheet, scaleOf } from './sheet';
import { rowName } from './sheets';
import type { ReportView } from './use-report';

const m = 'impianto.eday';
const everyMs = 300_000;

/** The energy of a period by the calls of the specification; null for all years, for which there is none. */
function energyOf(d: Period): Resource<MeasureTable> | null {
  const query = { m, d };
  switch (kindOf(d)) {
    case 'day':
      return resource('GET dati_impianto/daily', { query }, readTable, { everyMs });
    case 'month':
      return resource('GET dati_impianto/monthly', { query }, readTable, { everyMs });
    case 'year':
      return resource('GET dati_impianto/annual', { query }, readTable, { everyMs });
    default:
      return null;
  }
}

/** The energy alone, where the datalogger provides no reports. */
export function EnergyAlone({ view: { period, zone } }: { readonly view: ReportView }) {
  const table = useResource(energyOf(period)).value;
  if (!table) return null;
  const sheet = sheetOf(table, period, zone);
  const [, energy] = sheet.columns;
  const total = sumOf((energy?.values ?? []).map(value => (typeof value === 'number' ? value : null)));
  if (!energy || total === null) return null;
  const { unit, decimals, factor } = scaleOf('kWh', 1, [total]);
  return (
    <section>
      <div className="ph">
        <h2>{t('report.table')}</h2>
        <FileButton sheet={sheet} report={{ period, zone }} />
      </div>
      <p>
        {t('report.index.energia')}: <b>{formatQuantity(total * factor, decimals, unit)}</b>
      </p>
      <SheetTable sheet={sheet} isReversed={kindOf(period) !== 'day'} />
    </section>
  );
}

function sheetOf(table: MeasureTable, period: Period, zone: string): Sheet {
  const all = Array.from({ length: table.rows }, (_, row) => row);
  const measured = all.filter(row => numberAt(table, m, row) !== null);
  const rows = all.slice(measured[0] ?? 0, (measured.at(-1) ?? -1) + 1);
  const starts = rows.map(row => timeAt(table, 't', row) ?? 0);
  const kind = kindOf(period);
  return {
    name: kind,
    title: t('report.table'),
    columns: [
      {
        label: t(`report.time.${rowKindOf(period)}`),
        unit: '',
        decimals: 0,
        isTime: true,
        values: starts,
        show: startS => rowName({ rows: { starts }, period }, starts.indexOf(startS), zone),
      },
      {
        label: t('report.index.energia'),
        unit: 'kWh',
        decimals: 1,
        values: rows.map(row => numberAt(table, m, row)),
      },
    ],
    isSeries: true,
  };
}
