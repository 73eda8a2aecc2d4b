import { numberOf } from '../../devices/device-list';
import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Indicator } from '../../ui/Indicator';
import { sortRows } from '../../ui/sorting';
import { besideMedian, medianYield, yieldDeviation, yieldSpread } from './figures';
import type { Inverter } from './inverter-list';

/** With more than `shown` inverters, only the `furthest` ones from the median are listed. */
const most = { shown: 24, furthest: 10 };

/**
 * Today's yield of each inverter compared with the median of all. An inverter that does not respond has no current yield and is last.
 */
export function Yields({ inverters }: { readonly inverters: readonly Inverter[] }) {
  const median = medianYield(inverters);
  const all = inverters.map(inverter => {
    const kwhPerKwp = inverter.isSilent ? null : numberOf(inverter, 'yday');
    return { inverter, kwhPerKwp, deviation: inverter.isSilent ? null : yieldDeviation(inverter, median) };
  });
  const isMany = all.length > most.shown;
  const furthest = sortRows(all, ({ deviation }) => deviation && Math.abs(deviation), true);
  const rows = sortRows(isMany ? furthest.slice(0, most.furthest) : all, ({ deviation }) => deviation, true);
  return (
    <>
      <div className="ph">
        <h2>{t('inverters.yields.title')}</h2>
        <small>
          {t('inverters.yields.unit')}
          {isMany && `, ${t('inverters.yields.furthest', { count: most.furthest })}`}
        </small>
      </div>
      <dl className="mrow">
        {rows.map(({ inverter, kwhPerKwp, deviation }) => [
          <dt key={inverter.id}>{inverter.name}</dt>,
          <dd key={`${inverter.id} beside`}>
            <Indicator {...besideMedian(deviation, yieldSpread)} />
          </dd>,
          <dd key={`${inverter.id} yield`} className="n">
            {formatNumber(kwhPerKwp, 2)}
          </dd>,
        ])}
      </dl>
    </>
  );
}
