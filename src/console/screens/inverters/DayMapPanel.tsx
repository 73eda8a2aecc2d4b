import { useState } from 'react';
import { useLowTraffic } from '../../data/traffic';
import { t } from '../../i18n/translate';
import { Lazy } from '../../ui/Lazy';
import type { Inverter } from './inverter-list';

interface Props {
  readonly inverters: readonly Inverter[];
  readonly zone: string;
}

// Loaded after the table, with its own texts and data.
const loadMap = () => import('./DayMap').then(module => module.DayMap);
const mapParts = ['inverter-detail'] as const;

/** The day of all inverters; in low-traffic mode its code and its data are loaded only on request. */
export function DayMapPanel({ inverters, zone }: Props) {
  const [isAsked, setAsked] = useState(false);
  const isOnDemand = useLowTraffic() && !isAsked;
  return (
    <>
      <div className="ph">
        <h2>{t('inverters.map.title')}</h2>
      </div>
      {isOnDemand ? (
        <p className="row">
          <span>{t('inverters.map.onDemand')}</span>
          <button type="button" className="o" onClick={() => setAsked(true)}>
            {t('inverters.map.show')}
          </button>
        </p>
      ) : (
        <Lazy load={loadMap} parts={mapParts} props={{ inverters, zone }} />
      )}
    </>
  );
}
