import './controller.css';
import { deviceStatus, plantFacts } from '../../data/facts';
import { controllerCodes } from '../../data/live-codes';
import { liveTable } from '../../data/live-table';
import { useLiveResource } from '../../data/use-live-resource';
import { useResource } from '../../data/use-resource';
import { LiveHead } from '../../devices/LiveHead';
import { t, useLanguage } from '../../i18n/translate';
import { Lazy } from '../../ui/Lazy';
import { ControllerFacts } from './ControllerFacts';
import { readLive } from './controller-live';
import { useTrend } from './trend';
import { headWords } from './words';

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
