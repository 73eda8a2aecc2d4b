import './touch.css';
import { type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useCurrentIncidents } from '../../../data/current-alarms';
import { usePast } from '../../../data/past';
import { t } from '../../../i18n/translate';
import type { Diagram } from '../diagram';
import type { Live } from '../live';
import type { DrawingWords } from '../OneLineDrawing';
import type { View } from '../view';
import { DeviceCard } from './DeviceCard';
import { type DrawnDevice, drawnDevices, hrefOf } from './drawn-devices';
import { markLinks } from './mark-links';
import { deviceAt, placeOf } from './places';
import { type Point, pointOf, putAround, shownIn, stageOf } from './stage';
import { useHands } from './use-hands';

interface Props {
  /** The last event on the drawing; the first one loaded this. */
  readonly touch: SyntheticEvent;
  readonly live: Live;
  readonly view: View;
  readonly diagram: Diagram;
  readonly words: DrawingWords;
}

const keysId = 'touch-keys';

/** The device of the drawing that is chosen by touch, mouse or keyboard: framed there, told in a card, marked all over the screen. */
export function TouchedDevice({ touch, live, view, diagram, words }: Props) {
  const stage = useRef(stageOf(touch.target)).current;
  const frame = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLDialogElement>(null);
  const feeders = diagram.feeders.length;
  const devices = drawnDevices({ live, diagram, words });
  const { chosen, framed, isSpoken, choose, hint, step } = useChoice(devices);
  const under = (event: Point) => {
    const shown = stage && shownIn(stage);
    const point = shown && pointOf(shown, event);
    return point ? deviceAt(devices, shown.layout, feeders, point) : undefined;
  };
  const press = (event: Point) => choose(under(event), false);
  const close = () => choose(undefined, false);

  useHands({
    ...{ stage, card },
    isOpen: chosen !== undefined,
    onPress: press,
    onHover: event => hint(event ? under(event) : undefined),
    onStep: steps => step(steps, true),
    onClose: close,
  });
  // The tap that loaded this is answered now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first
  useEffect(() => {
    stage?.setAttribute('aria-describedby', keysId);
    if (isTap(touch)) press(touch);
  }, []);
  useInPlace(() => {
    const shown = stage && shownIn(stage);
    if (shown && framed)
      putAround(shown, placeOf(framed, shown.layout, feeders), frame.current, card.current);
  });
  useMarks(chosen);
  return (
    <>
      {framed && <div ref={frame} className={chosen ? 'frame' : 'frame hint'} />}
      {chosen && (
        <DeviceCard
          box={card}
          device={chosen}
          view={view}
          onStep={steps => step(steps, false)}
          onClose={close}
        />
      )}
      <span id={keysId} hidden>
        {t('touched.keys')}
      </span>
      <span className="sr" role="status">
        {isSpoken && chosen && [chosen.name, chosen.value, ...chosen.notes].filter(Boolean).join(', ')}
      </span>
    </>
  );
}

const isTap = (event: SyntheticEvent): event is SyntheticEvent & Point => event.type === 'click';

/** The chosen device, and the one under the mouse, by their keys: every answer brings new objects. */
function useChoice(devices: readonly DrawnDevice[]) {
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const [hintedKey, setHintedKey] = useState<string | null>(null);
  const [isSpoken, setSpoken] = useState(false);
  // A second key may be pressed before the choice of the first is drawn.
  const last = useRef(chosenKey);
  const deviceOf = (wanted: string | null) => devices.find(({ key }) => key === wanted);
  const chosen = deviceOf(chosenKey);
  const choose = (device: DrawnDevice | undefined, isByKey: boolean) => {
    last.current = device?.key ?? null;
    setChosenKey(last.current);
    setSpoken(isByKey);
  };
  return {
    chosen,
    framed: chosen ?? deviceOf(hintedKey),
    /** A choice by keyboard is also announced. */
    isSpoken,
    choose,
    hint: (device: DrawnDevice | undefined) => setHintedKey(device?.key ?? null),
    /** Goes on by so many devices; without one, from before the first or after the last. */
    step: (steps: number, isByKey: boolean) => {
      const at = devices.findIndex(({ key }) => key === last.current);
      const from = at < 0 && steps < 0 ? devices.length : at;
      choose(devices[Math.max(0, Math.min(devices.length - 1, from + steps))], isByKey);
    },
  };
}

/** Puts things in their places after every drawing, and when the window has another size. */
function useInPlace(put: () => void): void {
  useLayoutEffect(() => {
    put();
    addEventListener('resize', put);
    return () => removeEventListener('resize', put);
  });
}

/** Marks the tile of the device and its alarms, wherever they are on the screen. */
function useMarks(device: DrawnDevice | undefined): void {
  const now = useCurrentIncidents().value;
  const past = usePast();
  const { alarms = [] } = (past ? past.alarms : now) ?? {};
  useEffect(() => {
    if (!device) return;
    const { group, ids } = device;
    const own = alarms.filter(alarm => alarm.group === group && ids.includes(String(alarm.device)));
    const tiles = ids.map(id => hrefOf({ group, ids: [id] }));
    return markLinks([...tiles, ...own.map(({ id }) => `/allarmi?aperto=${id}`)]);
  });
}
