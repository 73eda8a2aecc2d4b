import '../../ui/drawing.css';
import { useState } from 'react';
import { useLowTraffic } from '../../data/traffic';
import { t } from '../../i18n/translate';
import { fetchAhead, Lazy } from '../../ui/Lazy';
import type { View } from './view';

interface Props {
  readonly view: View;
  readonly className: string;
  /** Whether the request of the figures is answered. */
  readonly isAnswered: boolean;
}

const loadCurve = () => import('./Curve').then(module => module.Curve);
export const fetchCurve = () => fetchAhead(loadCurve);

/** Today's power; in low-traffic mode its code and its data are loaded only on request. */
export function CurvePanel({ view, className, isAnswered }: Props) {
  const [isAsked, setAsked] = useState(false);
  const isOnDemand = useLowTraffic() && !isAsked;
  const head = (
    <div className="ph">
      <h2>{t('dashboard.curve.title')}</h2>
    </div>
  );
  const waiting = (
    <>
      {head}
      <div className="plot" />
    </>
  );
  return (
    <section className={className}>
      {isOnDemand ? (
        <>
          {head}
          <p className="row">
            <span>{t('dashboard.curve.onDemand')}</span>
            <button type="button" className="o" onClick={() => setAsked(true)}>
              {t('dashboard.curve.show')}
            </button>
          </p>
        </>
      ) : isAnswered ? (
        <Lazy load={loadCurve} props={{ view }} waiting={waiting} />
      ) : (
        waiting
      )}
    </section>
  );
}
