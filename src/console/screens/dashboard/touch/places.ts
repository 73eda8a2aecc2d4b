import type { Place, Scene } from '../../../device-screens/touch/scene';
import { feederAt, flat, type Layout, upright } from '../diagram-layout';
import type { DiagramDevice } from './drawn-devices';

/** Half the side of the frame of a part of the trunk. */
const half = 22;
/** Space of a frame around what it frames. */
const margin = 4;
/** So far from the middle of a part of the trunk it is still meant. */
const reach = { flat: 64, upright: 30 };

/** The drawing that is shown, of the two layouts. */
export function sceneIn(stage: HTMLElement, feeders: number): Scene<DiagramDevice> | null {
  for (const layout of [flat, upright]) {
    const svg = stage.querySelector<SVGSVGElement>(`svg[class="${layout.className}"]`);
    if (!svg?.getClientRects().length) continue;
    return {
      svg,
      placeOf: device => placeOf(device, layout, feeders),
      deviceAt: (devices, point) => deviceAt(devices, layout, feeders, point),
      isUpright: layout.isUpright,
    };
  }
  return null;
}

/** The part of a layout that is drawn for a device. */
function placeOf({ at }: Pick<DiagramDevice, 'at'>, layout: Layout, feeders: number): Place {
  if (typeof at !== 'number') {
    const u = layout.stops[at];
    return between(layout.place(feeders, u - half, -half), layout.place(feeders, u + half, half));
  }
  const v = feederAt(layout, at, feeders);
  const halfPitch = Math.abs(layout.pitch(feeders)) / 2;
  const [from, to] = [layout.modules[0] - margin, layout.inverters[1] + margin];
  return between(layout.place(feeders, from, v - halfPitch), layout.place(feeders, to, v + halfPitch));
}

function between([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]): Place {
  return {
    x: Math.min(x1, x2),
    y: Math.min(y1, y2),
    width: Math.abs(x2 - x1),
    height: Math.abs(y2 - y1),
  };
}

/** The device that is meant at a point of the drawing: among the feeders the nearest, so that a finger hits the narrow ones too. */
export function deviceAt(
  devices: readonly DiagramDevice[],
  layout: Layout,
  feeders: number,
  [x, y]: readonly [x: number, y: number],
): DiagramDevice | undefined {
  const [left, top] = layout.place(feeders, 0, 0);
  const [u, v] = layout.isUpright ? [y, left - x] : [x, y - top];
  const isField = u <= layout.busbar;
  const farOf = ({ at }: DiagramDevice) => {
    if (typeof at === 'number')
      return isField ? Math.abs(feederAt(layout, at, feeders) - v) : Number.POSITIVE_INFINITY;
    return isField ? Number.POSITIVE_INFINITY : Math.abs(layout.stops[at] - u);
  };
  const limit = isField ? Number.POSITIVE_INFINITY : layout.isUpright ? reach.upright : reach.flat;
  let nearest: DiagramDevice | undefined;
  let least = limit;
  for (const device of devices) {
    const far = farOf(device);
    if (far < least) [nearest, least] = [device, far];
  }
  return nearest;
}
