import { useMemo } from 'react';
import type { DeviceStatus } from '../../data/facts';
import { useSession } from '../../data/session';
import type { TrendLine } from '../../device-screens/descriptor';
import { drawerParts } from '../../device-screens/OpenedDevice';
import { formatTime } from '../../i18n/format';
import { t, useLanguage } from '../../i18n/translate';
import { AgeChip } from '../../ui/AgeChip';
import { Lazy } from '../../ui/Lazy';
import { Curve } from './Curve';
import { type Controller, isDatalogger } from './controller-live';
import { Functions } from './Functions';
import { Links } from './Links';
import { PqPlane } from './PqPlane';
import { Regulation } from './Regulation';
import { SingleLine } from './SingleLine';
import { Trend } from './Trend';
import type { TrendSample } from './trend';

const loadDay = () => import('../../device-screens/DeviceTrend').then(module => module.DeviceTrend);
const loadOrders = () => import('./Orders').then(module => module.Orders);
const orderWords = ['commands'] as const;
const loadReceived = () => import('./Received').then(module => module.Received);

interface Props {
  readonly controller: Controller;
  readonly samples: readonly TrendSample[];
  readonly status: DeviceStatus | null | undefined;
  readonly nominalV: number | null;
  readonly zone: string;
  readonly isStale: boolean;
  /** Epoch seconds of the snapshot. */
  readonly t: number;
}

/** Power, and the limits that were asked for and applied. */
function trendLinesOf(id: number): readonly TrendLine[] {
  const limit = { unit: '%', decimals: 1 } as const;
  return [
    {
      code: `cci.${id}.p`,
      label: t('controller.column.measured'),
      unit: 'kW',
      decimals: 1,
      look: 'measured',
    },
    { ...limit, code: `cci.${id}.plim`, label: t('controller.trend.limit'), look: 'expected' },
  ];
}

/** The drawings and tables of the controller. */
export function Panels({ controller, samples, status, nominalV, zone, isStale, t: snapshotS }: Props) {
  const panel = (className: string) => (isStale ? `${className} stale` : className);
  const time = formatTime(snapshotS - controller.ageS, zone, 'clock');
  const isOwn = isDatalogger(controller);
  const isAdmin = useSession()?.role === 'admin';
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language
  const dayLines = useMemo(() => trendLinesOf(controller.id), [controller.id, language]);
  return (
    <>
      <section className={panel('c7')} translate="no">
        <div className="ph">
          <h2>{t('controller.plane.title')}</h2>
          {isStale && <AgeChip>{t('panel.dataOf', { time })}</AgeChip>}
          {!isStale && controller.isDoubtful && <AgeChip>{t('panel.doubtful')}</AgeChip>}
          {!isStale && <Key />}
        </div>
        <PqPlane controller={controller} zone={zone} />
        {!isOwn && <SingleLine {...{ controller, isStale, zone, time }} />}
      </section>
      <section className={panel('c5')} translate="no">
        <div className="ph">
          <h2>{t('controller.setPoints')}</h2>
        </div>
        <Regulation controller={controller} isStale={isStale} />
        {controller.bends && <h3>{t('controller.function.reactiveByVoltage')}</h3>}
        <Curve controller={controller} nominalV={nominalV} />
      </section>
      {!isOwn && (
        <section className={panel('c5')}>
          <div className="ph">
            <h2>{t('controller.links')}</h2>
          </div>
          <Links {...{ controller, status, zone, isStale }} />
        </section>
      )}
      <section className="c7">
        <Lazy load={loadReceived} props={{ zone, controller }} />
      </section>
      {!isOwn && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        <section className="c7 scroll" tabIndex={0} aria-label={t('controller.functions')}>
          <div className="ph">
            <h2>{t('controller.functions')}</h2>
          </div>
          <Functions controller={controller} isStale={isStale} />
        </section>
      )}
      <section className={panel('c5 trend4')}>
        <Trend
          samples={samples}
          ratedKw={controller.rated.p ?? 0}
          zone={zone}
          heading={
            <>
              <h2>{t('controller.trend.title')}</h2>
              <small>{t('controller.trend.since', { time: formatTime(samples[0]?.t, zone, 'clock') })}</small>
            </>
          }
        />
      </section>
      {isOwn && isAdmin && (
        <section>
          <Lazy load={loadOrders} parts={orderWords} props={{}} />
        </section>
      )}
      <section>
        <Lazy load={loadDay} parts={drawerParts} props={{ trendLines: dayLines, zone }} />
      </section>
    </>
  );
}

/** The legend of the plane. */
function Key() {
  return (
    <div className="key">
      <span>
        <svg viewBox="0 0 24 10" aria-hidden="true">
          <circle className="dot" cx="12" cy="5" r="4.5" />
        </svg>
        {t('controller.column.measured')}
      </span>
      <span>
        <svg viewBox="0 0 24 10" aria-hidden="true">
          <circle cx="12" cy="5" r="4" fill="none" stroke="var(--ink)" strokeWidth="1.5" />
        </svg>
        {t('controller.column.asked')}
      </span>
      <span>
        <svg viewBox="0 0 24 10" aria-hidden="true">
          <g fill="var(--ink-3)">
            <circle cx="4" cy="5" r="2" />
            <circle cx="12" cy="5" r="2" />
            <circle cx="20" cy="5" r="2" />
          </g>
        </svg>
        {t('controller.plane.today')}
      </span>
    </div>
  );
}
