import { useCallback, useMemo } from 'react';
import { deviceHref } from '../../device-screens/use-open-device';
import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { KindSign } from '../../ui/heatmap/CellsDrawing';
import { ExceptionsMap } from '../../ui/heatmap/ExceptionsMap';
import { usePhone } from '../../ui/use-phone';
import { Glyph } from './Glyph';
import { looks } from './heatmap-marks';
import {
  isInPosition,
  isOff,
  type Tracker,
  type TrackerGroup,
  type TrackerList,
  trackerKinds,
} from './tracker-list';
import { kindWord, readoutOf } from './words';

/** Up to this many trackers are drawn as glyphs; more are drawn as cells. */
export const glyphsAtMost = 60;
/** The glyph in the legend, degrees. */
const goodAngle = -20;
/** Cells in one line. */
const perLine = { wide: 40, narrow: 8 };

interface Props {
  readonly list: TrackerList;
  readonly zone: string;
  readonly isStill: boolean;
  readonly openId: string | null;
  readonly onOpen: (id: string) => void;
}

/** All trackers at a glance, by their deviation from the target. */
export function Field(props: Props) {
  const { devices } = props.list;
  return (
    <>
      {devices.length > glyphsAtMost ? <Cells {...props} /> : <Glyphs {...props} />}
      <Legend trackers={devices} hasGlyphs={devices.length <= glyphsAtMost} />
    </>
  );
}

function Glyphs({ list, zone, isStill, openId }: Props) {
  return (
    <div className={isStill ? 'tgrid stale' : 'tgrid'}>
      {list.groups.map(({ name, trackers }) => [
        list.groups.length > 1 && <h3 key={name}>{name}</h3>,
        ...trackers.map(tracker => (
          <a
            key={tracker.id}
            href={deviceHref(tracker.id)}
            className={`${isOff(tracker) ? `off ${tracker.kind}` : ''}${tracker.isSilent ? 'stale' : ''}`}
            aria-label={readoutOf(tracker, zone).join(', ')}
            aria-current={tracker.id === openId ? true : undefined}
          >
            <Glyph angle={tracker.angle} target={tracker.target} />
            <span>
              {tracker.kind !== 'good' && <KindSign look={looks[tracker.kind]} />}{' '}
              {tracker.name.slice(name.length).replace(/^[\s._-]+/, '')}
            </span>
          </a>
        )),
      ])}
    </div>
  );
}

function Cells({ list, zone, isStill, onOpen }: Props) {
  const isNarrow = usePhone();
  const groups = useMemo(() => list.groups.map(group => inLines(group, isNarrow)), [list, isNarrow]);
  const readout = useCallback((tracker: Tracker) => readoutOf(tracker, zone), [zone]);
  return (
    <ExceptionsMap
      {...{ groups, looks, readout, isNarrow, isStill, onOpen }}
      isRegular={isInPosition}
      label={t('trackers.map.label', { count: list.devices.length })}
    />
  );
}

function inLines({ name, trackers }: TrackerGroup, isNarrow: boolean) {
  const length = isNarrow ? perLine.narrow : perLine.wide;
  const lines = Array.from({ length: Math.ceil(trackers.length / length) }, (_, line) =>
    trackers.slice(line * length, (line + 1) * length),
  );
  return { name, boxes: lines.map((cells, line) => ({ name: line === 0 ? name : '', cells })) };
}

interface LegendProps {
  readonly trackers: readonly Tracker[];
  readonly hasGlyphs: boolean;
}

/** The signs as they are on the map: a glyph in position has none beside it. */
function Legend({ trackers, hasGlyphs }: LegendProps) {
  return (
    <ul className="hleg">
      {trackerKinds.map(kind => (
        <li key={kind}>
          {hasGlyphs && kind === 'good' ? (
            <Glyph angle={goodAngle} target={goodAngle} />
          ) : (
            <KindSign look={looks[kind]} />
          )}
          <span>{kindWord(kind)}</span>{' '}
          <b>{formatNumber(trackers.filter(tracker => tracker.kind === kind).length, 0)}</b>
        </li>
      ))}
    </ul>
  );
}
