import { type PointerEvent, type RefObject, useMemo, useRef, useState } from 'react';
import { type Freshness, usePublishedFreshness } from '../../data/freshness';
import { nowMs } from '../../data/monotonic';
import { usePast } from '../../data/past';
import { plantNowMs } from '../../data/plant-clock';
import { peek, type Resource } from '../../data/resource';
import { type SunTimes, sunTimes } from '../../data/sun-times';
import { useNowMs } from '../../data/ticker';
import { useLowTraffic } from '../../data/traffic';
import { useResource } from '../../data/use-resource';
import { slotValue, type Today, todayOf } from '../../device-screens/today';
import { formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { dayOfPlant } from '../../screens/dashboard/use-day';
import { runsWhere } from '../../ui/day-line';
import { Lazy } from '../../ui/Lazy';
import { type Coverage, coverageUntilNow, type DayRead } from './coverage';
import type { Press } from './past/PastLayer';
import { firstHour, lastHour, localHours, rulerPercent } from './plant-day';
import './meridian.css';

interface Props {
  readonly zone: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const hours = Array.from({ length: lastHour - firstHour - 1 }, (_, index) => firstHour + 1 + index);
const spokenGaps = 3;
/** Beyond this position the clock is drawn to the left of its mark, so that it is not cut off. */
const flipPercent = 87;
/** Space for the clock beside its mark, in hours of the ruler: 56 px at a width of 800 and of 320 px. */
const clockHours = { wide: 1.2, narrow: 3 };

const loadPast = () => import('./past/PastLayer').then(module => module.PastLayer);
const pastParts = ['past'] as const;
/** The screens that the archive can show as they were. */
const pastScreens = /^\/(impianto\/(inverters|stringhe|trackers|contatori|sensori|digital-signals))?\/?$/;

/**
 * The plant's day as a ruler: daylight, solar noon, received data, current time. An image with a text alternative, and the gnomon, a slider
 * that goes to moments of the past.
 */
export function Meridian({ zone, latitude, longitude }: Props) {
  useNowMs();
  const nowS = Math.floor(plantNowMs() / 1000);
  const sun = latitude === null || longitude === null ? null : sunTimes(nowS, latitude, longitude);
  const coverage = useDayCoverage(zone, nowS);
  const nowHours = localHours(nowS, zone);
  const [from, to] = daylight(sun, zone);
  const past = usePast();
  const ruler = useRef<HTMLDivElement>(null);
  // Undefined until the ruler is touched; null when the gnomon took the focus.
  const [first, setFirst] = useState<Press | null>();
  const draggedX = useRef<number | null>(null);
  const [isRefused, setRefused] = useState(false);
  const isOffered = !isRefused && pastScreens.test(location.pathname);
  const gnomonS = past?.gnomonS ?? nowS;
  const gnomonHours = localHours(gnomonS, zone);
  // A press also moves the focus: it counts as a press.
  const touch = isOffered ? (press: Press | null) => setFirst(known => known ?? press) : undefined;
  return (
    <div
      ref={ruler}
      className={past ? 'mer hist' : 'mer'}
      style={{ '--a': `${from}%`, '--b': `${to}%` }}
      onPointerDown={press => {
        if (!touch || first || press.button !== 0) return;
        press.currentTarget.setPointerCapture(press.pointerId);
        touch(press);
      }}
      onPointerMove={move => keepDrag(move, draggedX)}
    >
      <div role="img" aria-label={summary(sun, coverage, nowS, zone)}>
        <Scale nowHours={gnomonHours} />
        {sun && <i className="noon" style={{ left: `${rulerPercent(localHours(sun.noonS, zone))}%` }} />}
        <Stretches coverage={coverage} zone={zone} />
        {past && <i className="noon" style={{ left: `${rulerPercent(nowHours)}%` }} />}
      </div>
      <Gnomon
        hours={gnomonHours}
        most={nowHours}
        clock={formatTime(gnomonS, zone, 'minute')}
        spoken={past?.label}
        isOffered={isOffered}
        onFocus={() => touch?.(null)}
      />
      {first !== undefined && (
        <Lazy
          load={loadPast}
          parts={pastParts}
          props={{ ruler, first, draggedX, zone, isOffered, onRefused: () => setRefused(true) }}
        />
      )}
    </div>
  );
}

/** Keeps where a pressed pointer is: the code that shows the moment may still be loading. */
function keepDrag(
  { currentTarget, pointerId, clientX }: PointerEvent,
  draggedX: RefObject<number | null>,
): void {
  if (currentTarget.hasPointerCapture(pointerId)) draggedX.current = clientX;
}

/** The hours of daylight on the ruler; the whole ruler where the sun does not rise or set, or where the place is not known. */
function daylight(sun: SunTimes | null, zone: string): readonly [number, number] {
  if (!sun || sun.sunriseS === null || sun.sunsetS === null) return [0, 100];
  const noon = localHours(sun.noonS, zone);
  const at = (epochS: number) => rulerPercent(noon + (epochS - sun.noonS) / 3600);
  return [at(sun.sunriseS), at(sun.sunsetS)];
}

function Scale({ nowHours }: { readonly nowHours: number }) {
  return (
    <>
      {hours.map(hour => (
        <i key={hour} className={hour % 3 === 0 ? 'h' : ''} style={{ left: `${rulerPercent(hour)}%` }} />
      ))}
      {hours
        .filter(hour => hour % 3 === 0 && !isUnderClock(hour, nowHours, clockHours.wide))
        .map(hour => (
          <span
            key={hour}
            className={isUnderClock(hour, nowHours, clockHours.narrow) ? 'only-l' : ''}
            style={{ left: `${rulerPercent(hour)}%` }}
          >
            {hour}
          </span>
        ))}
    </>
  );
}

/** Whether the clock, which takes `room` hours of the ruler, covers the label of an hour. Solar noon has its own mark. */
function isUnderClock(hour: number, nowHours: number, room: number): boolean {
  const isFlipped = rulerPercent(nowHours) > flipPercent;
  const before = isFlipped ? room + 0.5 : hour === 12 ? 2 : 1;
  return hour > nowHours - before && hour < nowHours + (isFlipped ? 0.5 : room);
}

function Stretches({ coverage, zone }: { readonly coverage: Coverage; readonly zone: string }) {
  const edges = (fromS: number, toS: number) => ({
    left: `${rulerPercent(localHours(fromS, zone))}%`,
    right: `${100 - rulerPercent(localHours(toS, zone))}%`,
  });
  return (
    <>
      {coverage.covered.map(({ fromS, toS }) => (
        <i key={fromS} className="cov" style={edges(fromS, toS)} />
      ))}
      {coverage.gaps.map(({ fromS, toS }) => (
        <i key={fromS} className="cov gap" style={edges(fromS, toS)} />
      ))}
    </>
  );
}

interface GnomonProps {
  readonly hours: number;
  /** Now. */
  readonly most: number;
  readonly clock: string;
  /** The moment of the past that is shown, in words. */
  readonly spoken: string | undefined;
  readonly isOffered: boolean;
  readonly onFocus: () => void;
}

function Gnomon({ hours, most, clock, spoken, isOffered, onFocus }: GnomonProps) {
  const percent = rulerPercent(hours);
  const isOnRuler = hours >= firstHour && hours <= lastHour;
  const minutes = (value: number) => Math.round(60 * value);
  const slider = isOffered && {
    role: 'slider',
    tabIndex: 0,
    'aria-label': t('meridian.moment'),
    'aria-valuemin': 60 * firstHour,
    'aria-valuemax': minutes(most),
    'aria-valuenow': minutes(hours),
    'aria-valuetext': spoken ?? clock,
    onFocus,
  };
  return (
    <>
      {isOnRuler && <i className="now" style={{ left: `${percent}%` }} />}
      <b className={percent > flipPercent ? 'flip' : ''} style={{ left: `${percent}%` }} {...slider}>
        {clock}
      </b>
    </>
  );
}

function summary(sun: SunTimes | null, { covered, gaps }: Coverage, nowS: number, zone: string): string {
  const clock = (epochS: number | null) => formatTime(epochS, zone, 'minute');
  const day = sun
    ? t('meridian.day', { sunrise: clock(sun.sunriseS), noon: clock(sun.noonS), sunset: clock(sun.sunsetS) })
    : t('meridian.dayWithoutSun');
  const sentences = [day, t('meridian.now', { time: clock(nowS) })];
  const first = covered[0];
  const last = covered.at(-1);
  if (first && last) sentences.push(t('meridian.covered', { from: clock(first.fromS), to: clock(last.toS) }));
  const list = gaps
    .slice(-spokenGaps)
    .map(({ fromS, toS }) => t('meridian.gap', { from: clock(fromS), to: clock(toS) }));
  if (list.length > 0) sentences.push(t('meridian.gaps', { list: list.join(', ') }));
  return sentences.join(' ');
}

/** Interval between two readings. In between, live values show that data arrives; after a lost connection it is read at once. */
const everyMs = 900_000;
const code = 'impianto.pac';
const noDay: DayRead = { spans: [], untilS: 0 };

/** The parts of today for which there is data. `nowS` in epoch seconds. */
function useDayCoverage(zone: string, nowS: number): Coverage {
  const freshness: Freshness | null = usePublishedFreshness();
  // Not in low-traffic mode: 250 bytes every 15 minutes are too much for this bar.
  const isLow = useLowTraffic();
  // The dashboard reads these slots too, and more often; they are read once, and known on the next screens.
  const plantDay = dayOfPlant(zone);
  const known = peek(plantDay);
  const isKnown = known.receivedMs !== null && nowMs() - known.receivedMs < everyMs;
  const own: Resource<Today> | null = isKnown ? null : todayOf(code, zone, everyMs);
  const read = useResource(isLow ? null : location.pathname === '/' ? plantDay : own);
  const today = isKnown ? known.value : read.value;
  const day = useMemo(() => (today ? readDay(today) : noDay), [today]);
  return coverageUntilNow(day, freshness, nowS);
}

function readDay(today: Today): DayRead {
  const valueIn = slotValue(today, code);
  const spans = runsWhere(today.slots, slot => valueIn(slot) !== null).map(run => ({
    fromS: run[0]?.from ?? 0,
    toS: run.at(-1)?.to ?? 0,
  }));
  return { spans, untilS: today.table.t };
}
