import { groupScreens } from '../../../../contract/group-screens';
import type { DrawnDevice } from '../../../device-screens/touch/drawn-device';
import { missing } from '../../../i18n/format';
import { t } from '../../../i18n/translate';
import { inverterStateWord } from '../../../ui/inverter-words';
import { kilowatts, volts } from '../../../ui/line-words';
import { type Diagram, drawnSingly, type Feeder } from '../diagram';
import type { StopName } from '../diagram-layout';
import type { Inverter, Live, Meter, Protection } from '../live';
import type { DrawingWords } from '../OneLineDrawing';

/** A device on the one-line diagram, or several that are drawn as one. */
export interface DiagramDevice extends DrawnDevice {
  readonly group: 'inverter' | 'contatori' | 'spi';
  readonly ids: readonly string[];
  /** The feeder by its position, or the place on the trunk. */
  readonly at: number | StopName;
}

type Part = Omit<DiagramDevice, 'href'>;

interface Drawn {
  readonly live: Live;
  readonly diagram: Diagram;
  readonly words: DrawingWords;
}

/** All devices of the drawing, in the direction of the energy flow. */
export function drawnDevices({ live, diagram, words }: Drawn): readonly DiagramDevice[] {
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
  ].map(device => ({ ...device, href: hrefOf(device) }));
}

/** The screen that shows the device, with its details opened. */
export function hrefOf({ group, ids }: Pick<DiagramDevice, 'group' | 'ids'>): string {
  const [id] = ids;
  return groupScreens[group] + (ids.length === 1 ? `?dispositivo=${id}` : '');
}

/** Maximum number of inverters named per block. */
const namedAtMost = 3;

function blockOf({ kind, label }: Feeder, inverters: readonly Inverter[], index: number): Part {
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

function ofInverters(inverters: readonly Inverter[], index: number): Part {
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

function ofMeter(meter: Meter | null, at: 'production' | 'exchange', { parts }: DrawingWords): Part[] {
  if (!meter) return [];
  const { ids, name } = meter;
  const trend = ids.length === 1 ? { code: `contatori.${ids[0]}.p`, say: kilowatts } : null;
  const value = parts[at]?.value ?? missing;
  return [{ key: at, group: 'contatori', ids, name, value, notes: [], silentSinceS: null, trend, at }];
}

/** A switch on the trunk: its state by the protection, and the voltage there. */
function ofSwitch(
  protection: Protection | null,
  at: 'interfaceDevice' | 'mainBreaker',
  { parts }: DrawingWords,
  notes: readonly string[],
): Part[] {
  if (!protection) return [];
  const { ids } = protection;
  const { name = '', value = missing } = parts[at] ?? {};
  const trend = ids.length === 1 ? { code: `spi.${ids[0]}.uab`, say: volts } : null;
  return [{ key: at, group: 'spi', ids, name, value, notes, silentSinceS: null, trend, at }];
}
