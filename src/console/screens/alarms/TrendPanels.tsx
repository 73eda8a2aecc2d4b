import { useState } from 'react';
import { useLowTraffic } from '../../data/traffic';
import { t } from '../../i18n/translate';
import { Lazy } from '../../ui/Lazy';

interface Props {
  readonly zone: string;
  readonly isStill: boolean;
}

const loadTrend = () => import('./Trend').then(module => module.Trend);

/** The last day and the last month; with low traffic only when asked for. */
export function TrendPanels({ zone, isStill }: Props) {
  const [isAsked, setAsked] = useState(false);
  const isOnDemand = useLowTraffic() && !isAsked;
  if (!isOnDemand) return <Lazy load={loadTrend} props={{ zone, isStill }} />;
  return (
    <section className="row">
      <button type="button" className="o" onClick={() => setAsked(true)}>
        {t('alarms.trend.show')}
      </button>
    </section>
  );
}
