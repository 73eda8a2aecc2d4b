import { useMemo, useState } from 'react';
import { DevicePanel } from '../../device-screens/DevicePanel';
import type { DrawnProps } from '../../device-screens/DrawnSheet';
import { drawerParts } from '../../device-screens/OpenedDevice';
import { formatDifference, formatTime } from '../../i18n/format';
import { t, useLanguage } from '../../i18n/translate';
import { binsOf, Histogram, type Span } from '../../ui/heatmap/Histogram';
import { Lazy } from '../../ui/Lazy';
import type { Sorting } from '../../ui/sorting';
import { usePhone } from '../../ui/use-phone';
import { GroupCommands } from './Commands';
import { columns } from './columns';
import { Dial } from './Dial';
import { Field, glyphsAtMost } from './Field';
import { looks } from './heatmap-marks';
import {
  isInPosition,
  isOff,
  type Tracker,
  type TrackerKind,
  type TrackerList,
  trackerKinds,
  worstOf,
} from './tracker-list';
import { trendLinesOf } from './trend-lines';
import { Wind } from './Wind';
import { angleWords, kindWord, modeWord } from './words';

type Props = DrawnProps<Tracker, TrackerList>;

/** Map, wind, day, distribution and list of the trackers. */
export function Sheet({ list, view, openId, onOpen }: Props) {
  const isPhone = usePhone();
  if (!list) return null;
  const { zone, isStill } = view;
  const sample = worstOf(list.devices) ?? list.devices.find(isInPosition) ?? list.devices[0];
  const stale = isStill ? ' stale' : '';
  return (
    <>
      <section className={list.devices.length > glyphsAtMost ? '' : 'c8'}>
        <div className="ph">
          <h2>{t('trackers.map.title')}</h2>
          <small>{t('panel.dataOf', { time: formatTime(list.t, zone, 'clock') })}</small>
        </div>
        <Field list={list} {...{ zone, isStill, openId, onOpen }} />
        <GroupCommands list={list} />
      </section>
      <section className={`c4${stale}`}>
        <Wind list={list} />
        <ErrorSpread trackers={list.devices} />
      </section>
      {/* On a phone the day of a tracker is in its drawer alone. */}
      {sample && !isPhone && (
        <section className="c8 trd">
          <DayOf key={sample.id} tracker={sample} zone={zone} />
        </section>
      )}
      {sample && !isPhone && list.devices.length <= glyphsAtMost && (
        <section className={`c4${stale}`} translate="no" aria-label={sample.name}>
          <div className="ph">
            <h2>{sample.name}</h2>
            <small>{modeWord(sample.mode)}</small>
          </div>
          <Dial device={sample} view={view} />
          <Angles tracker={sample} />
        </section>
      )}
      <TrackerTable view={view} openId={openId} />
    </>
  );
}

/** What the dial beside it shows. */
function Angles({ tracker: { angle, target } }: { readonly tracker: Tracker }) {
  return (
    <dl className="kv" translate="no">
      <dt>{t('trackers.column.angle')}</dt>
      <dd>{angleWords(angle)}</dd>
      <dt>{t('trackers.column.target')}</dt>
      <dd>{angleWords(target)}</dd>
    </dl>
  );
}

// The chart comes after the drawing.
const loadTrend = () => import('../../device-screens/DeviceTrend').then(module => module.DeviceTrend);

/** The day of the tracker that is worst or, where all are in position, of one as an example. */
function DayOf({ tracker, zone }: { readonly tracker: Tracker; readonly zone: string }) {
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id stands for the tracker, and the words change with the language
  const trendLines = useMemo(() => trendLinesOf(tracker), [tracker.id, language]);
  return (
    <Lazy
      load={loadTrend}
      parts={drawerParts}
      props={{ trendLines, zone, title: t('trackers.trend.title', { name: tracker.name }) }}
    />
  );
}

const worstFirst: Sorting<string> = { column: 'err', isDescending: true };
const screen = { title: 'trackers.column.name', source: { group: 'tracker' }, columns } as const;

function TrackerTable({ view, openId }: Pick<Props, 'view' | 'openId'>) {
  const [kind, setKind] = useState<TrackerKind | ''>('');
  const shown = useMemo(
    () => ({ ...view, devices: view.devices.filter(tracker => kind === '' || tracker.kind === kind) }),
    [view, kind],
  );
  return (
    <section>
      <div className="ph">
        <h2>{t('trackers.table.title')}</h2>
        <select
          className="keep only-l"
          aria-label={t('trackers.table.kind')}
          value={kind}
          onChange={event => setKind(trackerKinds.find(each => each === event.currentTarget.value) ?? '')}
        >
          <option value="">{t('trackers.table.all')}</option>
          {trackerKinds.map(each => (
            <option key={each} value={each}>
              {kindWord(each)}
            </option>
          ))}
        </select>
      </div>
      {shown.devices.length === 0 ? (
        <p role="status">{t('trackers.table.empty')}</p>
      ) : (
        <DevicePanel screen={screen} view={shown} openId={openId} expected={0} first={worstFirst} />
      )}
    </section>
  );
}

/** Degrees */
const span: Span = { from: -11, to: 11.5, step: 0.5 };
const ticks = [-10, -5, 0, 5, 10];

/** Distribution of the deviations of the trackers from their targets. */
function ErrorSpread({ trackers }: { readonly trackers: readonly Tracker[] }) {
  const deviations = trackers.flatMap(({ error, kind, isSilent }) =>
    error === null || isSilent ? [] : { value: error, className: looks[kind].className },
  );
  return (
    <>
      <div className="ph">
        <h2>{t('trackers.spread.title')}</h2>
        <small>{t('trackers.spread.unit')}</small>
      </div>
      <Histogram
        bins={binsOf(deviations, span)}
        span={span}
        ticks={ticks.map(at => ({ at, label: `${formatDifference(at, 0)}°` }))}
        summary={t('trackers.spread.summary', {
          count: deviations.length,
          off: trackers.filter(isOff).length,
        })}
      />
    </>
  );
}
