import { aged } from '../../data/freshness';
import { isProducing } from '../../data/inverter-states';
import { OwnDeviceSheet } from '../../device-screens/DeviceSheet';
import { formatDuration, formatNumber, formatTime } from '../../i18n/format';
import { Indicator } from '../../ui/Indicator';
import {
  allInvertersWords,
  type InverterState,
  inverterClause,
  inverterStateWord,
} from '../../ui/inverter-words';
import { Lazy } from '../../ui/Lazy';
import type { HeadWords } from '../../ui/panel-words';
import { sortRows } from '../../ui/sorting';
import { WhenNear } from '../../ui/WhenNear';
import { besideMedian, figuresOf, medianYield, yieldDeviation, yieldSpread } from './figures';
import { columns, type Inverter, inverterList } from './inverter-list';
import './inverters.css';
import { useMemo, useState } from 'react';
import { useLowTraffic } from '../../data/traffic';
import { useResource } from '../../data/use-resource';
import { DevicePanel, type PanelProps } from '../../device-screens/DevicePanel';
import type { View } from '../../device-screens/descriptor';
import { numberOf } from '../../device-screens/device-list';
import { InverterTile } from '../../device-screens/InverterTile';
import type { Today } from '../../device-screens/today';
import { deviceHref, rowLinkId } from '../../device-screens/use-open-device';
import { t } from '../../i18n/translate';
import { Segments } from '../../ui/Segments';
import { usePhone } from '../../ui/use-phone';
import { CurvesPanel } from './CurvesPanel';
import { lightDay, powerToday } from './power-today';

/** Comparisons of the inverters, if there are at least two. */
function Comparisons({ view: { devices, zone, isStill } }: { readonly view: View<Inverter> }) {
  const isPhone = usePhone();
  if (devices.length < 2) return null;
  return (
    <>
      {isPhone && (
        <WhenNear>
          <CurvesPanel inverters={devices} zone={zone} />
        </WhenNear>
      )}
      <section className={isStill ? 'stale' : ''}>
        <Yields inverters={devices} />
      </section>
    </>
  );
}

const screen = {
  title: 'menu.inverters',
  // The lines in the table show other hours than those of other devices, so the panel requests the data itself.
  source: { group: 'inverter', live: inverterList, today: null },
  columns,
  headWords: ({ devices }: View<Inverter>) => headWords(devices),
  figures: ({ devices }: View<Inverter>) => figuresOf(devices),
  Panels: Comparisons,
} as const;

// Loaded when an inverter is opened, because the list does not need it.
const loadDrawer = () => import('./InverterDrawer').then(module => module.InverterDrawer);
const drawerParts = ['frame', 'inverter-detail'] as const;

/** All inverters at a glance: their state, their totals, and a row for each. */
export function Screen() {
  return (
    <OwnDeviceSheet<Inverter>
      screen={screen}
      Panel={InverterPanel}
      drawer={(inverter, view) => (
        <Lazy load={loadDrawer} parts={drawerParts} props={{ inverter, list: view }} />
      )}
    />
  );
}

/** With more than `shown` inverters, only the `furthest` ones from the median are listed. */
const most = { shown: 24, furthest: 10 };

/**
 * Today's yield of each inverter compared with the median of all. An inverter that does not respond has no current yield and is last.
 */
function Yields({ inverters }: { readonly inverters: readonly Inverter[] }) {
  const median = medianYield(inverters);
  const all = inverters.map(inverter => {
    const kwhPerKwp = inverter.isSilent ? null : numberOf(inverter, 'yday');
    return { inverter, kwhPerKwp, deviation: inverter.isSilent ? null : yieldDeviation(inverter, median) };
  });
  const isMany = all.length > most.shown;
  const furthest = sortRows(all, ({ deviation }) => deviation && Math.abs(deviation), true);
  const rows = sortRows(isMany ? furthest.slice(0, most.furthest) : all, ({ deviation }) => deviation, true);
  return (
    <>
      <div className="ph">
        <h2>{t('inverters.yields.title')}</h2>
        <small>
          {t('inverters.yields.unit')}
          {isMany && `, ${t('inverters.yields.furthest', { count: most.furthest })}`}
        </small>
      </div>
      <dl className="mrow two" translate="no">
        {rows.map(({ inverter, kwhPerKwp, deviation }) => [
          <dt key={inverter.id}>{inverter.name}</dt>,
          <dd key={`${inverter.id} beside`}>
            <Indicator {...besideMedian(deviation, yieldSpread)} />
          </dd>,
          <dd key={`${inverter.id} yield`} className="n">
            {formatNumber(kwhPerKwp, 2)}
          </dd>,
        ])}
      </dl>
    </>
  );
}

/**
 * States that the sentence names, the most serious first. States that depend on the sun are named only while other inverters produce.
 */
const exceptions = ['fault', 'silent', 'stopped', 'service', 'unknown', 'limited'] as const;
const bySun = ['starting', 'waiting'] as const;
/** If all inverters are in one of these states, the title says it and no sentence repeats it. */
const alike = ['producing', 'limited', 'waiting'] as const;

/** The state of the inverters, and those with a problem. */
function headWords(inverters: readonly Inverter[]): HeadWords {
  const mentioned = inverters.some(isProducing) ? [...exceptions, ...bySun] : exceptions;
  const isAlike = inverters.every(({ kind }) => kind === 'limited');
  const clauses = mentioned
    .filter(state => state !== 'limited' || !isAlike)
    .map(state => inverterClause(state, aged(inverters.filter(({ kind }) => kind === state))))
    .filter(clause => clause !== '');
  return { title: titleWords(inverters), text: clauses.length > 0 ? `${clauses.join('; ')}.` : '' };
}

function titleWords(inverters: readonly Inverter[]): string {
  const total = inverters.length;
  const count = (...states: readonly InverterState[]) =>
    inverters.filter(({ kind }) => states.includes(kind)).length;
  const [full, limited] = [count('producing'), count('limited')];
  for (const state of alike) if (count(state) === total) return allInvertersWords(state, total);
  if (full > 0) return t('inverters.title.full', { count: full, total });
  if (limited > 0) return t('inverters.title.limited', { count: limited, total });
  if (count('silent', 'unknown') === total) return t('panel.unknown');
  return t('inverters.title.idle', { count: total });
}

const looks = ['table', 'tiles'] as const;
type Look = (typeof looks)[number];

/** More inverters than this are shown as tiles at first, and without numbers (design, section 14). */
const mostInDetail = 24;

/** The inverters as a table with its tools, or as tiles. */
export function InverterPanel(props: PanelProps<Inverter>) {
  const { view, expected } = props;
  const isPhone = usePhone();
  const [wishedLook, setLook] = useState<Look | null>(null);
  const isMany = Math.max(expected, view.devices.length) > mostInDetail;
  const look = wishedLook ?? (isMany ? 'tiles' : 'table');
  const today = useSparkDay(look === 'table' ? view.devices.length : 0, view.zone);
  const viewOfDay = useMemo(() => ({ ...view, today }), [view, today]);
  const choice = (
    <Segments
      className="end"
      label={t('inverters.view.title')}
      values={looks}
      value={look}
      word={each => t(`inverters.view.${each}`)}
      onChoose={setLook}
    />
  );
  return (
    <>
      {!isPhone && look === 'table' && <CurvesPanel inverters={view.devices} zone={view.zone} />}
      <DevicePanel {...props} view={viewOfDay} tools={choice}>
        {look === 'tiles'
          ? inverters => <InverterTiles inverters={inverters} isCompact={isMany} view={view} />
          : null}
      </DevicePanel>
    </>
  );
}

/** The data of the lines in the table. It is not requested in low-traffic mode, nor on phones, whose cards have no lines. */
function useSparkDay(count: number, zone: string): Today | undefined {
  const isLow = useLowTraffic();
  const isPhone = usePhone();
  const isAsked = count > 0 && !isLow && !isPhone;
  const day = useResource(isAsked ? powerToday(zone) : null).value;
  return useMemo(() => day && lightDay(day, zone), [day, zone]);
}

interface Props {
  readonly inverters: readonly Inverter[];
  readonly isCompact: boolean;
  readonly view: View<Inverter>;
}

// With the code of the chart of the day, of which it is another view.
const loadWall = () => import('./Wall').then(module => module.Wall);

/** All inverters as tiles with their day, in low-traffic mode with their level; a click on a tile opens the inverter. */
function InverterTiles({ inverters, isCompact, view }: Props) {
  const { markOf, zone, isStill } = view;
  const isPlain = useLowTraffic();
  const wordOf = ({ kind, isSilent, isDoubtful, ageS, sampledS }: Inverter) => {
    if (isStill) return formatTime(sampledS, zone, 'minute');
    if (isSilent) return t('common.ago', { time: formatDuration(ageS) });
    return isDoubtful ? t('panel.doubtful') : inverterStateWord(kind);
  };
  const tiles = (
    <div className="tiles">
      {inverters.map(inverter => (
        <InverterTile
          key={inverter.id}
          {...inverter}
          isCompact={isCompact}
          alarm={markOf(inverter)}
          powerKw={numberOf(inverter, 'pac')}
          share={inverter.level}
          medianShare={inverter.medianLevel}
          isStale={isStill || inverter.isSilent}
          word={wordOf(inverter)}
          href={deviceHref(inverter.id)}
          linkId={rowLinkId(inverter.id)}
        />
      ))}
    </div>
  );
  const isAlone = view.devices.length < 2;
  return isPlain || isAlone ? (
    tiles
  ) : (
    <Lazy load={loadWall} props={{ inverters, view, wordOf }} waiting={tiles} />
  );
}
