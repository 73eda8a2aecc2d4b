import { useState } from 'react';
import { useLowTraffic } from '../../data/traffic';
import { t } from '../../i18n/translate';
import { Lazy } from '../../ui/Lazy';
import type { Inverter } from './inverter-list';

interface Props {
  readonly inverters: readonly Inverter[];
  readonly zone: string;
}

// Its code is loaded after the first values are on the screen.
const loadCurves = () => import('./Curves').then(module => module.Curves);

/** The day of at least two inverters; in low-traffic mode its code and its data are loaded only on request. */
export function CurvesPanel({ inverters, zone }: Props) {
  const [isAsked, setAsked] = useState(false);
  const isOnDemand = useLowTraffic() && !isAsked;
  if (inverters.length < 2) return null;
  return (
    <section className={isOnDemand ? '' : 'curves'}>
      {isOnDemand ? (
        <p className="row">
          <span>{t('inverters.curves.onDemand')}</span>
          <button type="button" className="o" onClick={() => setAsked(true)}>
            {t('inverters.curves.show')}
          </button>
        </p>
      ) : (
        <Lazy load={loadCurves} props={{ inverters, zone }} />
      )}
    </section>
  );
}
