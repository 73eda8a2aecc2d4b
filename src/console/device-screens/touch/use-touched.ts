import './touch.css';
import { type RefObject, type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { DrawnDevice } from './drawn-device';
import { type Point, pointOf, putAround, type Scene, stageOf } from './scene';
import { useHands } from './use-hands';

/** Describes the drawing to screen readers. */
export const keysId = 'touch-keys';

/** The device that is chosen on a drawing by touch, mouse or keyboard, and what is shown for it (`TouchedParts`). */
export interface Touched<D extends DrawnDevice> {
  readonly chosen: D | undefined;
  /** The chosen one, else the one under the mouse. */
  readonly framed: D | undefined;
  /** A choice by keyboard is also announced. */
  readonly isSpoken: boolean;
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly card: RefObject<HTMLDialogElement | null>;
  readonly onStep: (steps: number) => void;
  readonly onClose: () => void;
}

/** `touch`: the last event on the drawing; the first one loaded this. `sceneIn`: the drawing inside of the stage; null while none is shown. */
export function useTouched<D extends DrawnDevice>(
  touch: SyntheticEvent,
  devices: readonly D[],
  sceneIn: (stage: HTMLElement) => Scene<D> | null,
): Touched<D> {
  const stage = useRef(stageOf(touch.target)).current;
  const frame = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLDialogElement>(null);
  const { chosen, framed, isSpoken, choose, hint, step } = useChoice(devices);
  const under = (event: Point) => {
    const scene = stage && sceneIn(stage);
    const point = scene && pointOf(scene.svg, event);
    return point ? scene.deviceAt(devices, point) : undefined;
  };
  const press = (event: Point) => choose(under(event), false);
  const onClose = () => choose(undefined, false);

  useHands({
    stage,
    card,
    onClose,
    isOpen: chosen !== undefined,
    onPress: press,
    onHover: event => hint(event ? under(event) : undefined),
    onStep: steps => step(steps, true),
  });
  // The tap that loaded this is answered now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first
  useEffect(() => {
    stage?.setAttribute('aria-describedby', keysId);
    if (isTap(touch)) press(touch);
  }, []);
  const shown = useRef('');
  useInPlace(stage, () => {
    const scene = stage && sceneIn(stage);
    if (scene && framed) putAround(scene, scene.placeOf(framed), frame.current, card.current);
    // Another device may be outside of the window, and so may one chosen by key when what is above the drawing has arrived.
    const top = isSpoken && stage ? Math.round(stage.getBoundingClientRect().top + scrollY) : '';
    const place = chosen ? chosen.key + top : '';
    if (place && place !== shown.current)
      for (const part of [frame, card]) part.current?.scrollIntoView({ block: 'nearest' });
    shown.current = place;
  });
  return { chosen, framed, isSpoken, frame, card, onStep: steps => step(steps, false), onClose };
}

const isTap = (event: SyntheticEvent): event is SyntheticEvent & Point => event.type === 'click';

/** The chosen device, and the one under the mouse, by their keys: every answer brings new objects. */
function useChoice<D extends DrawnDevice>(devices: readonly D[]) {
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const [hintedKey, setHintedKey] = useState<string | null>(null);
  const [isSpoken, setSpoken] = useState(false);
  // A second key may be pressed before the choice of the first is drawn.
  const last = useRef(chosenKey);
  const deviceOf = (wanted: string | null) => devices.find(({ key }) => key === wanted);
  const chosen = deviceOf(chosenKey);
  const choose = (device: D | undefined, isByKey: boolean) => {
    last.current = device?.key ?? null;
    setChosenKey(last.current);
    setSpoken(isByKey);
  };
  return {
    chosen,
    framed: chosen ?? deviceOf(hintedKey),
    isSpoken,
    choose,
    hint: (device: D | undefined) => setHintedKey(device?.key ?? null),
    /** Moves by a number of devices; without a chosen one, from before the first or after the last. */
    step: (steps: number, isByKey: boolean) => {
      const at = devices.findIndex(({ key }) => key === last.current);
      const from = at < 0 && steps < 0 ? devices.length : at;
      choose(devices[Math.max(0, Math.min(devices.length - 1, from + steps))], isByKey);
    },
  };
}

/** Puts things in their places after every drawing, and when the stage has another size, which the menu also gives it. */
function useInPlace(stage: Element | null, put: () => void): void {
  useLayoutEffect(() => {
    put();
    if (!stage) return;
    const sizes = new ResizeObserver(put);
    sizes.observe(stage);
    return () => sizes.disconnect();
  });
}
