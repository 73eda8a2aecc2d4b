import { type SyntheticEvent, useEffect } from 'react';
import { useCurrentIncidents } from '../../../data/current-alarms';
import { usePast } from '../../../data/past';
import { TouchedParts } from '../../../device-screens/touch/TouchedParts';
import { useTouched } from '../../../device-screens/touch/use-touched';
import type { Diagram } from '../diagram';
import type { Live } from '../live';
import type { DrawingWords } from '../OneLineDrawing';
import type { View } from '../view';
import { type DiagramDevice, drawnDevices, hrefOf } from './drawn-devices';
import { markLinks } from './mark-links';
import { sceneIn } from './places';

interface Props {
  /** The last event on the drawing; the first one loaded this. */
  readonly touch: SyntheticEvent;
  readonly live: Live;
  readonly view: View;
  readonly diagram: Diagram;
  readonly words: DrawingWords;
}

/** The device of the drawing that is chosen by touch, mouse or keyboard: framed there, described in a card, marked all over the screen. */
export function TouchedDevice({ touch, live, view, diagram, words }: Props) {
  const devices = drawnDevices({ live, diagram, words });
  const touched = useTouched(touch, devices, stage => sceneIn(stage, diagram.feeders.length));
  useMarks(touched.chosen);
  return <TouchedParts {...touched} view={view} />;
}

/** Marks the tile of the device and its alarms, wherever they are on the screen. */
function useMarks(device: DiagramDevice | undefined): void {
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
