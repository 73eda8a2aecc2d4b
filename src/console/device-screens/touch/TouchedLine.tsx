import type { SyntheticEvent } from 'react';
import { groupScreens } from '../../../contract/group-screens';
import { usePast } from '../../data/past';
import { useSession } from '../../data/session';
import { t } from '../../i18n/translate';
import type { DrawnDevice } from './drawn-device';
import type { Scene } from './scene';
import { TouchedParts } from './TouchedParts';
import { useField } from './use-field';
import { useTouched } from './use-touched';

/** A device on a line from the grid to the generators (`ui/OneLine`). */
export interface LineDevice extends Pick<DrawnDevice, 'key' | 'name' | 'value' | 'notes' | 'trend'> {
  readonly x: number;
  /** How far its drawing goes above the line, where that is more than a switch. */
  readonly above?: number;
  /** The group of devices on whose screen its details are; without one they are beside the drawing. */
  readonly group?: keyof typeof groupScreens;
}

interface Props {
  readonly touch: SyntheticEvent;
  readonly devices: readonly LineDevice[];
  /** Distance of the line from the top of the drawing, where it ends at the generators, and half the least width of a frame. */
  readonly places: { readonly y: number; readonly fieldX: number; readonly half: number };
  readonly isOld: boolean;
  readonly zone: string;
  /** Of the values. */
  readonly time: string;
}

/** The device of a line that is chosen by touch, mouse or keyboard: framed there, and described in a card. */
export function TouchedLine({ touch, devices, places, isOld, zone, time }: Props) {
  const past = usePast();
  const isTechnician = useSession()?.role === 'cci';
  const all = [...devices, { ...useField(), x: places.fieldX }].map(device => ({
    ...device,
    silentSinceS: null,
    // The distribution operator's user may not see the meters.
    href: device.group && !(isTechnician && device.group === 'contatori') ? groupScreens[device.group] : null,
  }));
  const touched = useTouched(touch, all, stage => sceneIn(stage, places));
  return <TouchedParts {...touched} view={{ zone, past, isOld, ageWords: t('panel.dataOf', { time }) }} />;
}

type Drawn = LineDevice & DrawnDevice;

/** Of a frame above the line, and below it, where name and value are. */
const height = { above: 20, below: 54 };

function sceneIn(stage: HTMLElement, { y, half }: Props['places']): Scene<Drawn> | null {
  const svg = stage.querySelector('svg');
  return (
    svg && {
      svg,
      placeOf: ({ x, above = height.above }) => {
        const width = Math.max(2 * half, widestText(svg, x) + 8);
        return { x: x - width / 2, y: y - above, width, height: above + height.below };
      },
      deviceAt: nearest,
      isUpright: false,
    }
  );
}

/** A word may be wider than the drawing of its switch: on a phone the text is as large as elsewhere. */
function widestText(svg: SVGSVGElement, x: number): number {
  const texts = svg.querySelectorAll<SVGTextElement>(`text[x="${x}"]`);
  return Math.max(...[...texts].map(text => text.getBBox().width));
}

/** The whole line can be touched: every point of it means the device that is nearest. */
function nearest(devices: readonly Drawn[], [x]: readonly [number, number]): Drawn | undefined {
  const far = (device: Drawn) => Math.abs(device.x - x);
  return [...devices].sort((a, b) => far(a) - far(b))[0];
}
