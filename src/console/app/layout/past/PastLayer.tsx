import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { alarmTrend } from '../../../data/alarms';
import { usePast } from '../../../data/past';
import { plantNowMs } from '../../../data/plant-clock';
import { useResource } from '../../../data/use-resource';
import { formatTime } from '../../../i18n/format';
import { t } from '../../../i18n/translate';
import { localHours, rulerPercent } from '../plant-day';
import { momentAt, momentByKey, offeredAt } from './moments';
import { TimeMachine } from './time-machine';
import './past.css';

/** What is needed of a press. */
export type Press = Pick<PointerEvent, 'clientX' | 'pointerId' | 'pointerType'>;

interface Props {
  readonly ruler: RefObject<HTMLElement | null>;
  /** The press for which this was loaded; null where the gnomon took the focus. */
  readonly first: Press | null;
  /** Where that press was dragged while the code was loading, px from the left of the window; null where it was not. */
  readonly draggedX: RefObject<number | null>;
  readonly zone: string;
  /** The screen has a past. */
  readonly isOffered: boolean;
  /** The datalogger has no moments. */
  readonly onRefused: () => void;
}

/** Moves the gnomon by mouse, finger and keyboard, and marks the alarms of today on the ruler. */
export function PastLayer({ ruler, first, draggedX, zone, isOffered, onRefused }: Props) {
  const known = useRef(zone);
  known.current = zone;
  const machine = useMemo(() => new TimeMachine(() => known.current), []);
  const past = usePast();
  const isRefused = machine.shown?.error?.isNotProvided;
  useEffect(() => {
    if (isRefused) onRefused();
    if (isRefused || !isOffered) machine.leave();
  }, [isRefused, isOffered, machine, onRefused]);
  useEffect(() => machine.leave, [machine]);
  useEffect(() => {
    const element = ruler.current;
    if (!element) return;
    const { press, show, listeners } = gesturesOf(element, machine, () => known.current);
    for (const [name, listener] of listeners) element.addEventListener(name, listener);
    if (first) press(first);
    // Dragged, and let go, while the code was loading.
    if (first && draggedX.current !== null) show(draggedX.current);
    if (first && !element.hasPointerCapture(first.pointerId)) element.dispatchEvent(new Event('pointerup'));
    return () => {
      for (const [name, listener] of listeners) element.removeEventListener(name, listener);
    };
  }, [ruler, machine, first, draggedX]);
  return past && <Marks zone={zone} />;
}

const nowS = () => Math.floor(plantNowMs() / 1000);
/** So near to the gnomon a press takes it, px. */
const reachPx = { mouse: 8, touch: 22 };

interface Gestures {
  readonly press: (press: Press) => void;
  readonly show: (clientX: number) => void;
  readonly listeners: readonly (readonly [name: string, listener: (event: Event) => void])[];
}

/** A press on the ruler shows that moment; one that takes the gnomon at now and drags it shows the past until it is let go. */
function gesturesOf(ruler: HTMLElement, machine: TimeMachine, zone: () => string): Gestures {
  let isFromNow = false;
  const show = (clientX: number) => {
    const { left, width } = ruler.getBoundingClientRect();
    const atS = momentAt((clientX - left) / width, nowS(), zone());
    if (atS === null) machine.leave();
    else machine.go(atS, isFromNow);
  };
  const press = ({ clientX, pointerType }: Press) => {
    const { left, width } = ruler.getBoundingClientRect();
    const gnomonX = left + (rulerPercent(localHours(nowS(), zone())) * width) / 100;
    const reach = pointerType === 'touch' ? reachPx.touch : reachPx.mouse;
    // On its right are its clock, which is a handle too, and no moments.
    isFromNow = machine.shown === null && gnomonX - clientX <= reach;
    if (!isFromNow) show(clientX);
  };
  const release = () => {
    if (isFromNow) machine.leave();
    isFromNow = false;
    // So that Esc leads back.
    ruler.querySelector<HTMLElement>('[role="slider"]')?.focus({ preventScroll: true });
  };
  const type = (event: KeyboardEvent) => {
    const next = momentByKey(event.key, machine.shown?.gnomonS ?? null, nowS(), zone());
    if (next === undefined) return;
    event.preventDefault();
    if (next === null) machine.leave();
    else machine.go(next);
  };
  const onPress = (event: PointerEvent) => {
    if (event.button !== 0) return;
    ruler.setPointerCapture(event.pointerId);
    press(event);
  };
  const onMove = ({ pointerId, clientX }: PointerEvent) => {
    if (ruler.hasPointerCapture(pointerId)) show(clientX);
  };
  const listeners = {
    pointerdown: onPress,
    pointermove: onMove,
    pointerup: release,
    pointercancel: release,
    keydown: type,
  };
  return { press, show, listeners: Object.entries(listeners) as Gestures['listeners'] };
}

/** The alarms that began today, each at its time: one mark for those that lie together, of the gravest priority. */
function Marks({ zone }: { readonly zone: string }) {
  const { value } = useResource(alarmTrend);
  const { first } = offeredAt(nowS(), zone);
  const marks = new Map<number, { readonly atS: number; readonly priority: number }>();
  for (const { atS, priority } of value?.begins ?? []) {
    const place = Math.round(rulerPercent(localHours(atS, zone)));
    const there = marks.get(place);
    if (atS >= first && priority <= 4 && priority < (there?.priority ?? 5))
      marks.set(place, { atS, priority });
  }
  if (marks.size === 0) return null;
  const all = [...marks].sort(([a], [b]) => a - b);
  const times = all.map(([, { atS }]) => formatTime(atS, zone, 'minute'));
  return (
    <div role="img" aria-label={t('past.alarms', { list: times.join(', ') })}>
      {all.map(([place, { priority }]) => (
        <svg key={place} className={`al p${priority}`} style={{ left: `${place}%` }} aria-hidden="true">
          <use href={`#p${priority}`} />
        </svg>
      ))}
    </div>
  );
}
