import { type TimeBand, timeBands } from '../../../contract/time-bands';
import { plantFacts } from '../../data/facts';
import { percentOf } from '../../data/statistics';
import { useResource } from '../../data/use-resource';
import type { View } from '../../device-screens/descriptor';
import type { Device } from '../../device-screens/device-list';
import { formatNumber, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Indicator } from '../../ui/Indicator';
import { type DayEnergy, dayEnergy } from './day-energy';

/** A bar has the room that the figures leave. */
const barRoom = { width: '28%' };

/** Exported and imported energy of today by tariff band. */
export function Bands({ view: { today, zone } }: { readonly view: View<Device> }) {
  const holidays = useResource(plantFacts).value?.holidays;
  const exported = dayEnergy(today, 'impianto.pimm', zone, holidays);
  const imported = dayEnergy(today, 'impianto.pprel', zone, holidays);
  const toS = exported?.toS ?? imported?.toS;
  return (
    <section>
      <div className="ph">
        <h2>{t('meters.bands.title')}</h2>
        {toS !== undefined && (
          <small>{t('meters.figure.until', { time: formatTime(toS, zone, 'minute') })}</small>
        )}
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('meters.bands.band')}</th>
            <th scope="col" className="n" colSpan={2}>
              {t('meters.column.e_imm')}, kWh
            </th>
            <th scope="col" className="n" colSpan={2}>
              {t('meters.column.e_prel')}, kWh
            </th>
          </tr>
        </thead>
        <tbody translate="no">
          {timeBands.map(band => (
            <tr key={band}>
              <th scope="row">
                {band} <small className="only-l">{t(`meters.bands.${band}`)}</small>
              </th>
              <Share energy={exported} band={band} />
              <Share energy={imported} band={band} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A band that has not begun has the energy 0, not a dash. */
function Share({ energy, band }: { readonly energy: DayEnergy | null; readonly band: TimeBand }) {
  const kwh = energy && (energy.byBand.get(band) ?? 0);
  return (
    <>
      <td style={barRoom}>
        <Indicator kind="level" value={percentOf(kwh, energy?.kwh ?? null)} />
      </td>
      <td className="n">{formatNumber(kwh, 1)}</td>
    </>
  );
}
