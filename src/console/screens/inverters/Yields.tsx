import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Indicator } from '../../ui/Indicator';
import { besideMedian, medianYield, yieldDeviation, yieldSpread } from './figures';
import { type Inverter, numberOf } from './inverter-list';

/** Of more inverters, only so many that are furthest from the median are shown. */
const most = { shown: 24, furthest: 10 };

/** Today's yield of each inverter beside the median of all. Those that are silent have none of now. */
export function Yields({ inverters }: { readonly inverters: readonly Inverter[] }) {
  const median = medianYield(inverters);
  const rows = inverters.flatMap(inverter => {
    const deviation = inverter.isSilent ? null : yieldDeviation(inverter, median);
    return deviation === null ? [] : { inverter, deviation };
  });
  const isMany = rows.length > most.shown;
  if (isMany) rows.sort((a, b) => Math.abs(b.deviation) - Math.abs(a.deviation)).splice(most.furthest);
  rows.sort((a, b) => b.deviation - a.deviation);
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
        {rows.map(({ inverter, deviation }) => [
          <dt key={inverter.id}>{inverter.name}</dt>,
          <dd key={`${inverter.id} beside`}>
            <Indicator {...besideMedian(deviation, yieldSpread)} />
          </dd>,
          <dd key={`${inverter.id} yield`} className="n">
            {formatNumber(numberOf(inverter, 'yday'), 2)}
          </dd>,
        ])}
      </dl>
    </>
  );
}
