import './inverters.css';
import { plantFacts } from '../../data/facts';
import { liveTable } from '../../data/live-table';
import { useLiveResource } from '../../data/use-live-resource';
import { useResource } from '../../data/use-resource';
import { LiveHead } from '../../devices/LiveHead';
import { useOpenDevice } from '../../devices/use-open-device';
import { t, useLanguage } from '../../i18n/translate';
import { Figure } from '../../ui/Figure';
import { Lazy } from '../../ui/Lazy';
import { DayMapPanel } from './DayMapPanel';
import { figuresOf } from './figures';
import { headWords } from './head-words';
import { InverterPanel } from './InverterPanel';
import { type Inverter, type InverterList, listCodes, readInverterList } from './inverter-list';
import { Yields } from './Yields';

const everyMs = 5_000;
const none: readonly Inverter[] = [];

// Come when an inverter is opened: the list does without.
const loadDrawer = () => import('./InverterDrawer').then(module => module.InverterDrawer);
const drawerParts = ['details', 'inverter-detail'] as const;

const inverterList = liveTable(listCodes, everyMs, table => readInverterList(table));

const headWordsOf = ({ inverters }: InverterList) => headWords(inverters);

/** All inverters at one glance: how they are doing, their sums, and a row for each. */
export function Screen() {
  useLanguage();
  const live = useLiveResource(inverterList);
  const expected = useResource(plantFacts).value?.inverters ?? 0;
  const { snapshot, zone, isStill } = live;
  const list = snapshot.value;
  const openId = useOpenDevice();
  const inverters = list?.inverters ?? none;
  const open = inverters.find(({ id }) => id === openId);
  return (
    <div className={open ? 'hasd' : ''}>
      <div className="sheet">
        <LiveHead
          resource={inverterList}
          live={live}
          reading={t('inverters.title.reading')}
          words={headWordsOf}
        />
        <section
          className={isStill && list ? 'figs k6 stale' : 'figs k6'}
          aria-label={t('inverters.figure.title')}
        >
          {figuresOf(inverters).map(figure => (
            <Figure key={figure.label} {...figure} />
          ))}
        </section>
        {list?.inverters.length !== 0 && (
          <InverterPanel list={list} expected={expected} zone={zone} isStill={isStill} />
        )}
        {inverters.length > 1 && (
          <>
            <section className="c8">
              <DayMapPanel inverters={inverters} zone={zone} />
            </section>
            <section className={isStill ? 'c4 stale' : 'c4'}>
              <Yields inverters={inverters} />
            </section>
          </>
        )}
      </div>
      {open && (
        <Lazy
          load={loadDrawer}
          parts={drawerParts}
          props={{ inverter: open, peers: inverters, zone, isStill }}
        />
      )}
    </div>
  );
}
