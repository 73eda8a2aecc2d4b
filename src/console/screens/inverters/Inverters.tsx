import './inverters.css';
import { plantFacts } from '../../data/facts';
import { refresh } from '../../data/poll';
import { resource } from '../../data/resource';
import { readTable } from '../../data/table';
import { type LiveData, useLiveResource } from '../../data/use-live-resource';
import { useResource } from '../../data/use-resource';
import { answeredAtS, useWaitedS } from '../../data/waiting';
import { useOpenDevice } from '../../devices/use-open-device';
import { t, useLanguage } from '../../i18n/translate';
import { Figure } from '../../ui/Figure';
import { Lazy } from '../../ui/Lazy';
import { PanelFailure } from '../../ui/PanelFailure';
import { type HeadWords, stillWords, waitingWords } from '../../ui/panel-words';
import { DayMapPanel } from './DayMapPanel';
import { figuresOf } from './figures';
import { InverterPanel } from './InverterPanel';
import { type InverterList, listCodes, readInverterList } from './inverter-list';
import { situationWords } from './situation';

const everyMs = 5_000;

// Come when an inverter is opened: the list does without.
const loadDrawer = () => import('./InverterDrawer').then(module => module.InverterDrawer);
const drawerParts = ['details', 'alarms', 'inverter-detail'] as const;

const inverterList = resource(
  'GET dati_impianto/RT',
  { query: { m: listCodes } },
  raw => readInverterList(readTable(raw)),
  { everyMs, isLive: true },
);

/** All inverters at one glance: how they are doing, their sums, and a row for each. */
export function Screen() {
  useLanguage();
  const live = useLiveResource(inverterList, everyMs);
  const expected = useResource(plantFacts).value?.inverters ?? 0;
  const { snapshot, zone, isRefused, isStill } = live;
  const list = snapshot.value;
  const openId = useOpenDevice();
  const open = list?.inverters.find(({ id }) => id === openId);
  return (
    <div className={open ? 'hasd' : ''}>
      <div className="sheet">
        <Head {...live} />
        <section
          className={isStill && list ? 'figs k6 stale' : 'figs k6'}
          aria-label={t('inverters.figure.title')}
        >
          {figuresOf(list?.inverters ?? []).map(figure => (
            <Figure key={figure.label} {...figure} />
          ))}
        </section>
        {isRefused && (
          <div>
            <PanelFailure
              what={t('panel.refused')}
              cause={snapshot.error?.kind}
              lastS={answeredAtS(snapshot)}
              zone={zone}
              onRetry={() => refresh(inverterList)}
            />
          </div>
        )}
        {list?.inverters.length !== 0 && (
          <InverterPanel
            list={list}
            expected={expected}
            zone={zone}
            isStill={isStill}
            receivedMs={snapshot.receivedMs}
          />
        )}
        {list && list.inverters.length > 1 && <DayMapPanel inverters={list.inverters} zone={zone} />}
      </div>
      {open && (
        <Lazy
          load={loadDrawer}
          parts={drawerParts}
          props={{ inverter: open, zone, isStill, receivedMs: snapshot.receivedMs }}
        />
      )}
    </div>
  );
}

function Head({ snapshot, zone, isStill }: LiveData<InverterList>) {
  const waiting = waitingWords(useWaitedS(snapshot));
  const { title, text } = headWords(snapshot.value, zone, isStill, waiting);
  return (
    <header className="head">
      <h1>{title}</h1>
      {text !== '' && <p>{text}</p>}
    </header>
  );
}

function headWords(
  list: InverterList | undefined,
  zone: string,
  isStill: boolean,
  waiting: string,
): HeadWords {
  if (!list) return { title: t(isStill ? 'panel.unknown' : 'inverters.title.reading'), text: waiting };
  const words = situationWords(list.inverters);
  return isStill ? stillWords(words.title, list.t, zone) : words;
}
