import './controller.css';
import { deviceStatus, plantFacts } from '../../data/facts';
import { refresh } from '../../data/poll';
import { resource } from '../../data/resource';
import { readTable } from '../../data/table';
import { type LiveData, useLiveResource } from '../../data/use-live-resource';
import { useResource } from '../../data/use-resource';
import { answeredAtS, useWaitedS } from '../../data/waiting';
import { t, useLanguage } from '../../i18n/translate';
import { Lazy } from '../../ui/Lazy';
import { PanelFailure } from '../../ui/PanelFailure';
import { type HeadWords, stillWords, waitingWords } from '../../ui/panel-words';
import { type ControllerLive, liveCodes, readLive } from './controller-live';
import { Facts } from './Facts';
import { useTrend } from './trend';
import { situationWords } from './words';

/** As often as the controller tells the distribution operator (CEI 0-16 Annex O). */
const everyMs = 4_000;

const controllerLive = resource(
  'GET dati_impianto/RT',
  { query: { m: liveCodes } },
  raw => readLive(readTable(raw)),
  { everyMs, isLive: true },
);

// Drawings and tables come after the measures, in a chunk of their own.
const loadPanels = () => import('./Panels').then(module => module.Panels);

/** The central plant controller: what it is asked, what it does, and what it depends on. */
export function Screen() {
  useLanguage();
  const live = useLiveResource(controllerLive, everyMs);
  const facts = useResource(plantFacts).value;
  const status = useResource(deviceStatus).value;
  const { snapshot, zone, isRefused, isStill } = live;
  const samples = useTrend(snapshot.value);
  const controller = snapshot.value?.controller ?? null;
  const isStale = isStill || controller?.state === 'silent';
  const isMissing = snapshot.value !== undefined && controller === null;
  return (
    <div className="sheet">
      <Head {...live} />
      {!isMissing && <Facts controller={controller} nominalV={facts?.voltageV ?? null} isStale={isStale} />}
      {isRefused && (
        <div>
          <PanelFailure
            what={t('panel.refused')}
            cause={snapshot.error?.kind}
            lastS={answeredAtS(snapshot)}
            zone={zone}
            onRetry={() => refresh(controllerLive)}
          />
        </div>
      )}
      {controller && (
        <Lazy
          load={loadPanels}
          props={{ controller, samples, status, zone, isStale, t: snapshot.value?.t ?? 0 }}
          waiting={<section className="room" />}
        />
      )}
    </div>
  );
}

function Head({ snapshot, zone, isStill }: LiveData<ControllerLive>) {
  const waiting = waitingWords(useWaitedS(snapshot));
  const { value: live } = snapshot;
  const words: HeadWords = live
    ? situationWords(live)
    : { title: t(isStill ? 'panel.unknown' : 'controller.title.reading'), text: waiting };
  const { title, text } = isStill && live ? stillWords(words.title, live.t, zone) : words;
  return (
    <header className="head">
      <h1>{title}</h1>
      {text !== '' && <p>{text}</p>}
    </header>
  );
}
