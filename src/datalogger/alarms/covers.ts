import { inputKinds, inverterStates } from '../../contract/codes';
import type { Group } from '../../contract/points';
import { returnS } from '../plant/processing/protections';
import type { Device } from './facts';
import type { Rule } from './model';
import { oncePerCycle } from './once';
import type { TrackIndex } from './track';

/**
 * Which alarm hides which: an alarm that only repeats what its cause already says is suppressed by design while the condition of the
 * cause is true. In this list a cause comes before everything that it hides. The silence of a device never hides a critical alarm (priority
 * 1, as delivered or as somebody has set it): an arc or a ground fault does not end because nobody sees it any more.
 */
interface Cover {
  readonly cause: string;
  readonly hides: readonly string[];
  /** The device, or one of the devices, that the cause must be about: undefined for any, null where none can hide this alarm. */
  readonly about: (
    device: Device<Group>,
    tracks: TrackIndex,
  ) => number | readonly number[] | undefined | null;
  /** For so long after the cause has gone (s), what it brought with it may take to go too; its own delay where left out. */
  readonly outlastsS?: number;
}

/** An occurrence that hides another, and for how many seconds beyond its own condition. */
export interface Hider {
  readonly id: number;
  readonly outlastsS: number;
}

const anywhere = () => undefined;
const sameDevice = ({ id }: Device<Group>) => id;
/** The same device while it does not answer: its alarm may stand for something else as well. */
const silentOne = ({ id, isResponding }: Device<Group>) => (isResponding ? null : id);
const ownInverter = ({ rows, index }: Device<Group>) => rows.values.inverter?.[index] ?? null;
const ownBox = ({ facts, rows, index }: Device<Group>) =>
  facts.box(rows.values.quadro?.[index] ?? null)?.first ?? null;
/** The tracker that carries a string. */
const ownTracker = ({ facts, id }: Device<Group>) => trackersByString(facts).get(id ?? 0) ?? null;
/** An inverter that waits for the grid, or starts again after a grid failure. With several protections, inverters behind the others must run. */
const waiting = ({ state }: Device<Group>) =>
  state === inverterStates.standby || state === inverterStates.starting ? undefined : null;

/** A digital input of one of these kinds: it says what the cause says, wherever that is seen. */
const inputOf =
  (...kinds: readonly (typeof inputKinds)[number][]) =>
  ({ rows, index }: Device<Group>) =>
    kinds.some(kind => rows.values.tipo?.[index] === inputKinds.indexOf(kind)) ? undefined : null;

const trackersByString = oncePerCycle(
  ({ inputs }) =>
    new Map(
      (inputs.configuration?.trackers ?? []).flatMap(({ id, stringhe }) => stringhe.map(one => [one, id])),
    ),
);

/** The line of the field bus on which a device is, where nothing answers on it. */
function ownLine({ facts, group, id, rows, index }: Device<Group>): number | null {
  if (group === null || group === 'impianto') return null;
  const record = group === 'stringhe' ? (rows.values.quadro?.[index] ?? null) : id;
  const line = facts.inputs.lines.find(({ isDead, records }) => isDead && records[group].has(record ?? 0));
  return line?.id ?? null;
}

/** Strings that give this % less than others are a cause of what their inverter lacks. */
const tellingString = -10;

const stringAlarms = ['STR01', 'STR02', 'STR03'];

/**
 * The strings of an inverter for whose lack it gives less than others, the worst first. Only what has an alarm explains anything; null where
 * the inverter lacks more than its strings explain: then it is shown by itself, again if it was hidden before.
 */
function failingStrings(inverter: Device<Group>, tracks: TrackIndex): readonly number[] | null {
  const { facts, rows, index, id } = inverter;
  const lack = rows.values.dev?.[index] ?? null;
  const { id: ids, values } = facts.rows('stringhe');
  if (lack === null) return null;
  const own = ids.flatMap((string, at) => {
    const deviation = values.inverter?.[at] === id ? (values.dev?.[at] ?? null) : null;
    return deviation === null ? [] : [{ string, deviation }];
  });
  const isTold = (string: number) => stringAlarms.some(code => tracks.present(code, string) !== undefined);
  const failing = own.filter(({ string, deviation }) => deviation <= tellingString && isTold(string));
  const explained = failing.reduce((sum, { deviation }) => sum + deviation, 0) / own.length;
  if (failing.length === 0 || lack - explained <= tellingString) return null;
  return failing.sort((a, b) => a.deviation - b.deviation).map(({ string }) => string);
}

/** After a trip the interface switch stays open while the grid is watched (CEI 0-16), a little longer for the poll. */
const switchReturnS = returnS + 60;
const minuteS = 60;

const ofGrid = ['GRD04', 'INV03', 'INV04', 'INV10', 'INV11', 'INV17', 'MET04', 'CCI03'];
/** What the silence of an inverter hides of its own alarms: all but the silence itself (INV02) and the ground fault (INV08), which is critical. */
const ofSilentInverter = [
  ...Array.from({ length: 17 }, (_, n) => `INV${String(n + 1).padStart(2, '0')}`),
  ...['INV20', 'INV22', 'INV23'],
].filter(code => code !== 'INV02' && code !== 'INV08');
/** The same of a silent box. */
const ofSilentBox = ['STR01', 'STR02', 'STR06', 'STR10', 'STR11', 'STR12', 'STR13', 'STR14'];

/** The alarms that say that a device does not answer. */
const ofSilentDevices = ['SPI08', 'MET01', 'TRK05', 'SEN01', 'INV02', 'STR04', 'CCI01', 'DIN02'];
/** The same, and those that say it of a whole line or of the whole plant. */
const silences: ReadonlySet<string> = new Set(['DLG06', 'PLT02', ...ofSilentDevices]);
const critical = 1;

const covers: readonly Cover[] = [
  // The line that is down says more than that the whole plant is silent.
  { cause: 'DLG06', hides: ['PLT02'], about: anywhere },
  { cause: 'PLT02', hides: ofSilentDevices, about: anywhere },
  { cause: 'DLG06', hides: ofSilentDevices, about: ownLine, outlastsS: minuteS },
  // The person or the protection that stops the plant opens the switches.
  { cause: 'EMG01', hides: ['GRD02', 'SPI05', ...ofGrid], about: anywhere },
  { cause: 'GRD03', hides: ['GRD02', ...ofGrid], about: anywhere },
  { cause: 'GRD01', hides: [...ofGrid, 'INV12'], about: anywhere },
  {
    cause: 'GRD01',
    hides: ['SPI01', 'SPI02', 'SPI03', 'SPI04', 'SPI05', 'UPS01'],
    about: anywhere,
    outlastsS: switchReturnS,
  },
  { cause: 'GRD01', hides: ['DIN01'], about: inputOf('mainsLost'), outlastsS: minuteS },
  { cause: 'GRD02', hides: ofGrid, about: anywhere },
  { cause: 'GRD02', hides: ['DIN01'], about: inputOf('mainOpen'), outlastsS: minuteS },
  { cause: 'SPI08', hides: ['SPI09', 'SPI11'], about: sameDevice },
  ...['SPI01', 'SPI02', 'SPI03', 'SPI04', 'SPI06'].map(cause => ({
    cause,
    hides: ['SPI05'],
    about: sameDevice,
    outlastsS: switchReturnS,
  })),
  { cause: 'SPI05', hides: ['MET04', 'CCI03', 'GRD04'], about: anywhere, outlastsS: minuteS },
  {
    cause: 'SPI05',
    hides: ['DIN01'],
    about: inputOf('interfaceOpen', 'interfaceTripped'),
    outlastsS: minuteS,
  },
  // The switch did not open: the generator's was opened instead, and the input tells of the same trip.
  { cause: 'SPI07', hides: [...ofGrid, 'INV12'], about: anywhere, outlastsS: switchReturnS },
  {
    cause: 'SPI07',
    hides: ['DIN01'],
    about: inputOf('interfaceOpen', 'interfaceTripped'),
    outlastsS: switchReturnS,
  },
  { cause: 'SPI06', hides: ['DIN01'], about: inputOf('remoteTrip'), outlastsS: minuteS },
  { cause: 'UPS01', hides: ['DIN01'], about: inputOf('upsMainsLost'), outlastsS: minuteS },
  { cause: 'UPS02', hides: ['DIN01'], about: inputOf('upsBatteryLow'), outlastsS: minuteS },
  { cause: 'SPI05', hides: ['INV03', 'INV04', 'INV10', 'INV11', 'INV12', 'INV17'], about: waiting },
  { cause: 'MET01', hides: ['MET02', 'MET03', 'MET04', 'MET05', 'MET09', 'MET10'], about: sameDevice },
  { cause: 'TRK05', hides: ['TRK01', 'TRK02', 'TRK06', 'TRK07'], about: sameDevice },
  { cause: 'SEN01', hides: ['SEN02', 'SEN03', 'SEN05', 'SEN06'], about: sameDevice },
  { cause: 'DIN02', hides: ['DIN03'], about: sameDevice },
  { cause: 'CCI01', hides: ['CCI07'], about: silentOne },
  { cause: 'INV02', hides: ofSilentInverter, about: sameDevice },
  { cause: 'INV02', hides: ['STR04', ...ofSilentBox], about: ownInverter },
  { cause: 'STR04', hides: ofSilentBox, about: ownBox },
  { cause: 'STR10', hides: ['STR01', 'STR02'], about: sameDevice },
  { cause: 'TRK02', hides: ['TRK01'], about: sameDevice },
  { cause: 'TRK04', hides: ['TRK01'], about: sameDevice },
  // Strings on a tracker that stands still get less light, though never none: one without current is open.
  ...['TRK02', 'TRK04', 'TRK01'].map(cause => ({ cause, hides: ['STR02'], about: ownTracker })),
  { cause: 'INV12', hides: ['INV03', 'INV04'], about: sameDevice },
  { cause: 'INV15', hides: ['INV03', 'INV04'], about: sameDevice },
  // What made the inverter stop, before the stop.
  ...['INV08', 'INV07'].map(cause => ({
    cause,
    hides: ['INV01', 'INV03', 'INV04', 'INV20', 'INV22'],
    about: sameDevice,
    outlastsS: minuteS,
  })),
  { cause: 'INV01', hides: ['INV03', 'INV04'], about: sameDevice },
  ...stringAlarms.map(cause => ({ cause, hides: ['INV04'], about: failingStrings })),
  { cause: 'INV06', hides: ['INV04'], about: sameDevice },
  { cause: 'INV03', hides: ['INV04'], about: sameDevice },
];

/** The codes that hide others, in the order in which they must be judged. */
export const causes: readonly string[] = [...new Set(covers.map(({ cause }) => cause))];

const byHidden = new Map<string, readonly Cover[]>();
for (const cover of covers)
  for (const code of cover.hides) byHidden.set(code, [...(byHidden.get(code) ?? []), cover]);

/**
 * The open occurrence that hides an alarm on a device, the one that covers most devices first; undefined without one. Where that is
 * hidden itself, the one at the root: an event has one cause.
 */
export function causeOf(
  { code, priority }: Pick<Rule, 'code' | 'priority'>,
  device: Device<Group>,
  tracks: TrackIndex,
): Hider | undefined {
  const outlivesSilence = priority === critical && !silences.has(code);
  for (const { cause, about, outlastsS = 0 } of byHidden.get(code) ?? []) {
    if (outlivesSilence && silences.has(cause)) continue;
    const where = about(device, tracks);
    if (where === null) continue;
    const places: readonly (number | undefined)[] = typeof where === 'object' ? where : [where];
    for (const place of places) {
      const id = tracks.present(cause, place);
      if (id !== undefined) return { id: rootOf(id, tracks), outlastsS };
    }
  }
  return undefined;
}

function rootOf(id: number, tracks: TrackIndex): number {
  const cause = tracks.find(id)?.cause ?? null;
  return cause === null || tracks.find(cause) === undefined ? id : rootOf(cause, tracks);
}
