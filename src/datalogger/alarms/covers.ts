import { inputKinds, inverterStates } from '../../contract/codes';
import type { Group } from '../../contract/points';
import type { Device } from './device';
import type { TrackIndex } from './track-index';

/**
 * Which alarm hides which: an alarm that only repeats what its cause already says is suppressed by design while the condition of the
 * cause is true. In this list a cause comes before everything that it hides.
 */
interface Cover {
  readonly cause: string;
  readonly hides: readonly string[];
  /** The device that the cause must be about: undefined for any device, null where no device can hide this alarm. */
  readonly about: (device: Device<Group>) => number | undefined | null;
}

const anywhere = () => undefined;
const sameDevice = ({ id }: Device<Group>) => id;
const ownInverter = ({ rows, index }: Device<Group>) => rows.values.inverter?.[index] ?? null;
const ownBox = ({ facts, rows, index }: Device<Group>) =>
  facts.box(rows.values.quadro?.[index] ?? null)?.first ?? null;
/** An inverter that waits for the grid, or starts again after a grid failure. With several protections, inverters behind the others must run. */
const waiting = ({ state }: Device<Group>) =>
  state === inverterStates.standby || state === inverterStates.starting ? undefined : null;

/** A digital input of one of these kinds: it says what the cause says, wherever that is seen. */
const inputOf =
  (...kinds: readonly (typeof inputKinds)[number][]) =>
  ({ rows, index }: Device<Group>) =>
    kinds.some(kind => rows.values.tipo?.[index] === inputKinds.indexOf(kind)) ? undefined : null;

const ofGrid = ['GRD04', 'INV03', 'INV04', 'INV10', 'INV11', 'INV17', 'MET04', 'CCI03'];
const ofInverter = (except: string) =>
  Array.from({ length: 17 }, (_, n) => `INV${String(n + 1).padStart(2, '0')}`).filter(
    code => code !== except,
  );

const covers: readonly Cover[] = [
  {
    cause: 'PLT02',
    hides: ['SPI08', 'MET01', 'TRK05', 'SEN01', 'INV02', 'STR04', 'CCI01'],
    about: anywhere,
  },
  // Whoever stops the plant, or the protection that does, opens the switches.
  { cause: 'EMG01', hides: ['GRD02', 'SPI05', ...ofGrid], about: anywhere },
  { cause: 'GRD03', hides: ['GRD02', ...ofGrid], about: anywhere },
  { cause: 'GRD01', hides: ofGrid, about: anywhere },
  { cause: 'GRD01', hides: ['DIN01'], about: inputOf('mainsLost') },
  { cause: 'GRD02', hides: ofGrid, about: anywhere },
  { cause: 'GRD02', hides: ['DIN01'], about: inputOf('mainOpen') },
  {
    cause: 'SPI08',
    hides: ['SPI01', 'SPI02', 'SPI03', 'SPI04', 'SPI05', 'SPI06', 'SPI07', 'SPI09'],
    about: sameDevice,
  },
  { cause: 'SPI05', hides: ['MET04', 'CCI03', 'GRD04'], about: anywhere },
  { cause: 'SPI05', hides: ['DIN01'], about: inputOf('interfaceOpen', 'interfaceTripped') },
  { cause: 'SPI06', hides: ['DIN01'], about: inputOf('remoteTrip') },
  { cause: 'UPS01', hides: ['DIN01'], about: inputOf('upsMainsLost') },
  { cause: 'UPS02', hides: ['DIN01'], about: inputOf('upsBatteryLow') },
  { cause: 'SPI05', hides: ['INV03', 'INV04', 'INV10', 'INV11', 'INV17'], about: waiting },
  { cause: 'MET01', hides: ['MET02', 'MET03', 'MET04', 'MET05'], about: sameDevice },
  { cause: 'TRK05', hides: ['TRK01', 'TRK02', 'TRK04', 'TRK06'], about: sameDevice },
  { cause: 'SEN01', hides: ['SEN02', 'SEN03', 'SEN05'], about: sameDevice },
  { cause: 'INV02', hides: ofInverter('INV02'), about: sameDevice },
  {
    cause: 'INV02',
    hides: ['STR04', 'STR01', 'STR02', 'STR03', 'STR06', 'STR07', 'STR08'],
    about: ownInverter,
  },
  { cause: 'STR04', hides: ['STR01', 'STR02', 'STR03', 'STR06', 'STR07', 'STR08'], about: ownBox },
  { cause: 'TRK02', hides: ['TRK01'], about: sameDevice },
  { cause: 'TRK04', hides: ['TRK01'], about: sameDevice },
  { cause: 'INV12', hides: ['INV03', 'INV04'], about: sameDevice },
  { cause: 'INV15', hides: ['INV03', 'INV04'], about: sameDevice },
  { cause: 'INV01', hides: ['INV03', 'INV04'], about: sameDevice },
  { cause: 'INV06', hides: ['INV04'], about: sameDevice },
  { cause: 'INV03', hides: ['INV04'], about: sameDevice },
];

/** The codes that hide others, in the order in which they must be judged. */
export const causes: readonly string[] = [...new Set(covers.map(({ cause }) => cause))];

const byHidden = new Map<string, readonly Cover[]>();
for (const cover of covers)
  for (const code of cover.hides) byHidden.set(code, [...(byHidden.get(code) ?? []), cover]);

/** Id of the open occurrence that hides an alarm on a device, the one that covers most devices first; undefined without one. */
export function causeOf(code: string, device: Device<Group>, tracks: TrackIndex): number | undefined {
  for (const { cause, about } of byHidden.get(code) ?? []) {
    const where = about(device);
    const id = where === null ? undefined : tracks.present(cause, where);
    if (id !== undefined) return id;
  }
  return undefined;
}
