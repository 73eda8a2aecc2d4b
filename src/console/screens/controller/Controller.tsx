import { deviceStatus, plantFacts } from '../../data/facts';
import { controllerCodes } from '../../data/live-codes';
import { liveTable } from '../../data/table';
import { useLiveResource } from '../../data/use-live-resource';
import { useResource } from '../../data/use-resource';
import { LiveHead } from '../../device-screens/LiveHead';
import { formatNumber, formatQuantity, missing } from '../../i18n/format';
import { t, useLanguage } from '../../i18n/translate';
import { Fact } from '../../ui/Fact';
import { Lazy } from '../../ui/Lazy';
import { type Controller, isDatalogger, ofGreatest, readLive } from './controller-live';
import { useTrend } from './trend';
import { headWords, sideWord } from './words';
import './controller.css';

/** The interval at which the controller reports to the distribution operator (CEI 0-16 Annex O). */
const everyMs = 4_000;

const controllerLive = liveTable(controllerCodes, everyMs, readLive);

// Drawings and tables are loaded after the measurements, in a chunk of their own.
const loadPanels = () => import('./Panels').then(module => module.Panels);

/** The central plant controller: what is requested of it, what it does, and what it depends on. */
export function Screen() {
  useLanguage();
  const live = useLiveResource(controllerLive);
  const facts = useResource(plantFacts).value;
  const status = useResource(deviceStatus).value;
  const { snapshot, zone, isStill } = live;
  const samples = useTrend(snapshot.value);
  const controller = snapshot.value?.controller ?? null;
  const isStale = isStill || controller?.state === 'silent';
  const isMissing = snapshot.value !== undefined && controller === null;
  const nominalV = facts?.voltageV ?? null;
  return (
    <div className="sheet">
      <LiveHead
        resource={controllerLive}
        live={live}
        reading={t('controller.title.reading')}
        words={headWords}
      />
      {!isMissing && <ControllerFacts controller={controller} nominalV={nominalV} isStale={isStale} />}
      {controller && (
        <Lazy
          load={loadPanels}
          props={{ controller, samples, status, nominalV, zone, isStale, t: snapshot.value?.t ?? 0 }}
          waiting={<section className="room" />}
        />
      )}
    </div>
  );
}

interface Props {
  readonly controller: Controller | null;
  readonly nominalV: number | null;
  readonly isStale: boolean;
}

/** The measures at the point of delivery. */
function ControllerFacts({ controller, nominalV, isStale }: Props) {
  const known = controller;
  // The datalogger only knows the voltage where it regulates at the point of delivery.
  const isOfInverters = known !== null && isDatalogger(known) && known.voltageKv === null;
  const p = known?.p ?? null;
  const q = known?.q ?? null;
  const u = known?.voltageKv ?? null;
  const askedQ = known ? ofGreatest(known.reactivePercent, known) : null;
  const limitKw = known ? ofGreatest(known.appliedPercent, known) : null;
  const unit = u !== null && nominalV ? (u * 1000) / nominalV : null;
  return (
    <section className={isStale && known ? 'figs k6 stale' : 'figs k6'} aria-label={t('controller.delivery')}>
      <Fact
        label={t(isOfInverters ? 'controller.fact.pOwn' : 'controller.fact.p')}
        value={formatNumber(p, 1)}
        unit="kW"
        note={p === null ? '' : t(p >= 0 ? 'controller.note.exported' : 'controller.note.imported')}
      />
      <Fact
        label="Q"
        value={formatNumber(q, 0)}
        unit="kvar"
        note={askedQ === null ? '' : t('controller.note.asked', { value: formatNumber(askedQ, 0) })}
      />
      <Fact label="cos φ" value={formatNumber(known?.powerFactor, 3)} note={sideWord(q)} />
      <Fact
        label={t('controller.fact.voltage')}
        value={formatNumber(u, 2)}
        unit="kV"
        note={unit === null ? '' : formatQuantity(unit, 3, 'Vn')}
      />
      <Fact
        label={t('controller.fact.frequency')}
        value={formatNumber(known?.frequencyHz, 2)}
        unit="Hz"
        note=""
      />
      <Fact
        label={t('controller.fact.limit')}
        value={formatNumber(known?.appliedPercent, 0)}
        unit="%"
        note={limitKw === null ? missing : formatQuantity(limitKw, 0, 'kW')}
      />
    </section>
  );
}
