import { groupScreens } from '../../../data/group-screens';
import { missing } from '../../../i18n/format';
import { t } from '../../../i18n/translate';
import { inverterStateWord } from '../../../ui/inverter-words';
import { type Diagram, drawnSingly, type Feeder } from '../diagram';
import type { StopName } from '../diagram-layout';
import { kilowatts, volts } from '../diagram-words';
import type { Inverter, Live, Meter, Protection } from '../live';
import type { DrawingWords } from '../OneLineDrawing';

/** A device on the one-line diagram, or several that are drawn as one. */
export interface DrawnDevice {
  readonly key: string;
  readonly group: 'inverter' | 'contatori' | 'spi';
  readonly ids: readonly string[];
  readonly name: string;
  readonly value: string;
  readonly notes: readonly string[];
  /** Time of the last sample of a device that does not respond, epoch seconds; null for the others. */
  readonly silentSinceS: number | null;
  /** The measure of the small curve; null where several devices are one. */
  readonly trend: Trend | null;
  /** The feeder by its position, or the place on the trunk. */
  readonly at: number | StopName;
}

interface Trend {
  readonly code: string;
  readonly say: (value: number) => string;
}

interface Drawn {
  readonly live: Live;
  readonly diagram: Diagram;
  readonly words: DrawingWords;
}

/** All devices of the drawing, in the direction of the energy flow. */
export function drawnDevices({ live, diagram, words }: Drawn): readonly DrawnDevice[] {
  const { inverters, production, exchange, protection } = live;
  const feeders = diagram.feeders.map((feeder, index) =>
    inverters.length > drawnSingly
      ? blockOf(feeder, inverters, index)
      : ofInverters(inverters.slice(index, index + 1), index),
  );
  const [, relay = ''] = words.relay;
  return [
    ...feeders,
    ...ofSwitch(protection, 'interfaceDevice', words, [relay]),
    ...ofMeter(production, 'production', words),
    ...ofMeter(exchange, 'exchange', words),
    ...ofSwitch(protection, 'mainBreaker', words, [words.parts.grid?.value ?? '', words.frequency]),
  ];
}

/** The screen that shows the device, with its details opened. */
export function hrefOf({ group, ids }: Pick<DrawnDevice, 'group' | 'ids'>): string {
  const [id] = ids;
  return groupScreens[group] + (ids.length === 1 ? `?dispositivo=${id}` : '');
}

/** Of a block so many inverters are named. */
const namedAtMost = 3;

function blockOf({ kind, label }: Feeder, inverters: readonly Inverter[], index: number): DrawnDevice {
  const block = inverters.filter(inverter => inverter.kind === kind);
  const isKnown = kind !== 'silent' && kind !== 'unknown';
  const powerKw = block.reduce((sum, inverter) => sum + (inverter.powerKw ?? 0), 0);
  const names = block.slice(0, namedAtMost).map(({ name }) => name);
  return {
    ...ofInverters(block, index),
    name: inverterStateWord(kind),
    value: isKnown ? kilowatts(powerKw) : missing,
    notes: [
      `${t('drawings.oneLine.inverters')}: ${label}`,
      names.join(', ') + (block.length > names.length ? '…' : ''),
    ],
    silentSinceS: null,
  };
}

function ofInverters(inverters: readonly Inverter[], index: number): DrawnDevice {
  const [first] = inverters;
  const { id, name = missing, kind = 'unknown', powerKw = null, isDoubtful } = first ?? {};
  return {
    key: `inverter ${index}`,
    group: 'inverter',
    ids: inverters.flatMap(each => (each.id === null ? [] : String(each.id))),
    name,
    value: kilowatts(powerKw),
    notes: [inverterStateWord(kind), isDoubtful ? t('panel.doubtful') : ''],
    silentSinceS: kind === 'silent' ? (first?.sampledS ?? null) : null,
    trend: inverters.length === 1 && id != null ? { code: `inverter.${id}.pac`, say: kilowatts } : null,
    at: index,
  };
}

function ofMeter(meter: Meter | null, at: 'production' | 'exchange', { parts }: DrawingWords): DrawnDevice[] {
  if (!meter) return [];
  const { ids, name } = meter;
  const trend = ids.length === 1 ? { code: `contatori.${ids[0]}.p`, say: kilowatts } : null;
  const value = parts[at]?.value ?? missing;
  return [{ key: at, group: 'contatori', ids, name, value, notes: [], silentSinceS: null, trend, at }];
}

/** A switch on the trunk: what the protection tells of it, and the voltage there. */
function ofSwitch(
  protection: Protection | null,
  at: 'interfaceDevice' | 'mainBreaker',
  { parts }: DrawingWords,
  notes: readonly string[],
): DrawnDevice[] {
  if (!protection) return [];
  const { ids } = protection;
  const { name = '', value = missing } = parts[at] ?? {};
  const trend = ids.length === 1 ? { code: `spi.${ids[0]}.uab`, say: volts } : null;
  return [{ key: at, group: 'spi', ids, name, value, notes, silentSinceS: null, trend, at }];
}
