import { useMemo } from 'react';
import { useResource } from '../../data/use-resource';
import type { View } from '../../device-screens/descriptor';
import { numberOf } from '../../device-screens/device-list';
import { InverterTile } from '../../device-screens/InverterTile';
import { deviceHref, rowLinkId } from '../../device-screens/use-open-device';
import { formatDifference, formatTime } from '../../i18n/format';
import { linePath } from '../../ui/chart-scale';
import { type Projection, pointsOf, runsOf } from '../../ui/day-line';
import { apartFrom, bandPath, curves, farthest } from './curves-plot';
import type { Inverter } from './inverter-list';
import { powerToday } from './power-today';
import './curves.css';

interface Props {
  /** Those that are shown. All are compared with the median of all. */
  readonly inverters: readonly Inverter[];
  readonly view: View<Inverter>;
  readonly wordOf: (inverter: Inverter) => string;
}

/** The day of each inverter over the band of the median: those inside are thin, those apart are in ink, with when and by how much. */
export function Wall({ inverters, view, wordOf }: Props) {
  const { devices, zone, markOf, isStill } = view;
  const { value } = useResource(powerToday(zone));
  const marks = devices.map(({ id, isSilent }) => `${id} ${isSilent}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marks stand for the inverters
  const drawn = useMemo(() => value && drawingOf(curves(value, devices, zone)), [value, marks, zone]);
  return (
    <div className={inverters.length > 24 ? 'tiles wall many' : 'tiles wall'}>
      {inverters.map(inverter => {
        const { id, isSilent } = inverter;
        const line = drawn?.lines.get(id);
        const most = line?.most;
        const note =
          most &&
          `${formatDifference(100 * most.deviation, 0)}\u00a0%, ${formatTime(most.atS, zone, 'minute')}`;
        return (
          <InverterTile
            key={id}
            {...inverter}
            isCompact={false}
            alarm={markOf(inverter)}
            powerKw={numberOf(inverter, 'pac')}
            share={inverter.level}
            medianShare={inverter.medianLevel}
            isStale={isStill || isSilent}
            word={[wordOf(inverter), note].filter(Boolean).join(' · ')}
            href={deviceHref(id)}
            linkId={rowLinkId(id)}
          >
            <svg
              className={most || isSilent ? 'print apart' : 'print'}
              viewBox="0 0 100 40"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <path className="fill compared" d={drawn?.band} />
              <path className="own" d={line?.path} />
            </svg>
          </InverterTile>
        );
      })}
    </div>
  );
}

/** The paths of all lines on one scale: from the first light until now, from 0 to the highest value. */
function drawingOf(day: ReturnType<typeof curves>) {
  const { slots, fromS } = day.day;
  const endS = slots.at(-1)?.to ?? fromS;
  const highest = Math.max(0.01, ...day.lines.flatMap(({ values }) => values.map(value => value ?? 0)));
  const project: Projection = (t, value) => [
    (100 * (t - fromS)) / Math.max(1, endS - fromS),
    39 - (36 * value) / highest,
  ];
  const rows = { first: 0, end: slots.length };
  const lines = new Map(
    day.lines.map(({ inverter, values, apart }) => {
      const path = runsOf(values, rows)
        .map(run => linePath(pointsOf(slots, values, run, project)))
        .join('');
      return [inverter.id, { path, most: apart >= apartFrom ? farthest(values, day) : null }] as const;
    }),
  );
  return { band: bandPath(day, { project }), lines };
}
