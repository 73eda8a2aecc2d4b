import type { ReactNode } from 'react';
import { dayOf } from '../../data/days';
import { plantNowMs } from '../../data/plant-clock';
import { answeredAtS } from '../../data/waiting';
import { t } from '../../i18n/translate';
import { Figure } from '../../ui/Figure';
import { Lazy } from '../../ui/Lazy';
import { PanelFailure } from '../../ui/PanelFailure';
import { CurvePanel } from './CurvePanel';
import { figuresOf, gapOf } from './figures';
import { Head } from './Head';
import { Inverters } from './Inverters';
import { noPlant } from './live';
import { retryLive, useLive } from './use-live';
import type { View } from './view';

interface Props {
  /** The panel of the active alarms. Without it the curve takes its room. */
  readonly alarms?: ReactNode;
  /** Where an inverter's tile leads; without it tiles are no links. */
  readonly inverterHref?: string;
}

// The drawings come after the figures, in chunks of their own: on a slow line the numbers are there first.
const loadOneLine = () => import('./OneLine').then(module => module.OneLine);

/** The ruled sheet of the dashboard. */
export function DashboardSheet({ alarms = null, inverterHref }: Props) {
  const { view, snapshot, isRefused } = useLive();
  // With the alarms beside them the drawings are narrower.
  const [oneLineClass, curveClass] = alarms ? ['sldp wide8', 'c7 wide8'] : ['', ''];
  return (
    <div className="sheet">
      <Head view={view} snapshot={snapshot} />
      {alarms}
      <Figures view={view} />
      {isRefused && (
        <div>
          <PanelFailure
            what={t('panel.refused')}
            cause={snapshot.error?.reason}
            lastS={answeredAtS(snapshot)}
            zone={view.zone}
            onRetry={retryLive}
          />
        </div>
      )}
      <Lazy
        load={loadOneLine}
        props={{ view, className: oneLineClass }}
        waiting={<section className={`room ${oneLineClass}`} />}
      />
      <CurvePanel view={view} className={curveClass} />
      {view.live && <Inverters live={view.live} view={view} href={inverterHref} />}
    </div>
  );
}

function Figures({ view: { live, facts, zone, isOld } }: { readonly view: View }) {
  const plant = live?.plant ?? noPlant;
  const dayOfMonth = Number(dayOf(plantNowMs(), zone).slice(-2));
  return (
    <section className={isOld && live ? 'figs stale' : 'figs'} aria-label={t('dashboard.figure.title')}>
      {figuresOf({ plant, gap: live && gapOf(live), facts, dayOfMonth }).map((figure, index) => (
        <Figure key={figure.label} {...figure} isLarge={index === 0} />
      ))}
    </section>
  );
}
