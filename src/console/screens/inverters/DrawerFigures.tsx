import { numberOf } from '../../devices/device-list';
import { formatDifference, formatNumber, formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Figure } from '../../ui/Figure';
import { besideMedian, medianYield, yieldDeviation, yieldSpread } from './figures';
import type { Inverter } from './inverter-list';

interface Props {
  readonly inverter: Inverter;
  /** All inverters of the plant, including this one. */
  readonly peers: readonly Inverter[];
}

const decimals = { tsnk: 0, pac: 1, eday: 1 } as const;

/** Heat sink temperature, power and energy of today, compared with the limit, the nominal power and the other inverters. */
export function DrawerFigures({ inverter, peers }: Props) {
  const of = (point: string) => numberOf(inverter, point);
  const limit = of('tlim');
  const deviation = of('dev');
  const shown = (quantity: keyof typeof decimals) => formatNumber(of(quantity), decimals[quantity]);
  return (
    <div className="figs k6">
      <Figure
        label={t('inverterDetail.heatsink')}
        value={shown('tsnk')}
        unit="°C"
        // The scale ends at 100 °C.
        scale={{ kind: 'pointer', value: of('tsnk'), band: limit === null ? null : [0, limit] }}
        note={limit === null ? '' : t('inverterDetail.heatLimit', { value: formatQuantity(limit, 0, '°C') })}
      />
      <Figure
        label={t('inverterDetail.power')}
        value={shown('pac')}
        unit="kW"
        scale={{ kind: 'level', value: inverter.level, expected: inverter.medianLevel }}
        note={
          deviation === null
            ? ''
            : t('inverters.figure.fromMedian', { name: `${formatDifference(deviation, 1)}\u00a0%` })
        }
      />
      <Figure
        label={t('inverterDetail.today')}
        value={shown('eday')}
        unit="kWh"
        scale={besideMedian(yieldDeviation(inverter, medianYield(peers)), yieldSpread)}
        note={formatQuantity(of('yday'), 2, 'kWh/kWp')}
      />
    </div>
  );
}
