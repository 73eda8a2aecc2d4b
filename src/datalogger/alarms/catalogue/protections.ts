import { doublePoint, protectionFunctionCodes, spiStates } from '../../../contract/codes';
import { protectionSettings } from '../configured';
import { alarmsOf, below, type Condition, isSilent, makerReport, whenever } from '../entry';
import type { Device } from '../facts';

type Protection = Device<'spi'>;
const alarm = alarmsOf('spi', 'spi');
const minute = 60;

/** The function that has opened the switch, which has not closed again; empty for none, null where that is not known. */
function trippedFunction(protection: Protection): string | null {
  const position = protection.value('intervento');
  return position === null ? null : (protectionFunctionCodes[position - 1] ?? '');
}

/** The threshold of the function that tripped, as the protection is configured: per unit, or Hz. */
function tripThreshold(protection: Protection): number | null {
  const code = trippedFunction(protection);
  return protectionSettings(protection)?.funzioni.find(({ codice }) => codice === code)?.soglia ?? null;
}

const asPercent = (perUnit: number | null) => (perUnit === null ? null : 100 * perUnit);
const asItIs = (value: number | null) => value;

/** Whether a function of these (by the beginning of its code) has tripped; with the value and the threshold of the trip. */
function hasTripped(unit: '%' | 'Hz', ...functions: readonly string[]): Condition<'spi'> {
  const inUnit = unit === '%' ? asPercent : asItIs;
  const holds = whenever<'spi'>(protection => {
    const code = trippedFunction(protection);
    return code === null ? null : functions.some(name => code.startsWith(name));
  });
  return {
    ...holds,
    unit,
    value: protection => inUnit(protection.value('valore_scatto')),
    reference: protection => inUnit(tripThreshold(protection)),
  };
}

/** Whether a point shows one of these codes. */
const shows = (read: (protection: Protection) => number | null, isIt: (value: number) => boolean) =>
  whenever<'spi'>(protection => {
    const value = read(protection);
    return value === null ? null : isIt(value);
  });

function hasFailedToOpen(protection: Protection): boolean | null {
  const switchState = protection.value('ddi');
  const trip = protection.value('intervento');
  if (switchState === null || trip === null) return null;
  const isTripped = trip > 0 || protection.state === spiStates.tripped;
  return isTripped && switchState === doublePoint.closed;
}

export const protectionAlarms = [
  alarm('SPI01', { priority: 1, on: 0 }, hasTripped('%', '27', 'U<')),
  alarm('SPI02', { priority: 1, on: 0 }, hasTripped('%', '59.', 'U>', 'U 10')),
  alarm('SPI03', { priority: 1, on: 0 }, hasTripped('Hz', '81', 'f')),
  alarm('SPI04', { priority: 1, on: 0 }, hasTripped('%', '59N')),
  alarm(
    'SPI05',
    { priority: 1, on: 2 },
    shows(
      protection => protection.value('ddi'),
      value => value !== doublePoint.closed,
    ),
  ),
  alarm(
    'SPI06',
    { priority: 1, on: 0 },
    shows(
      protection => protection.value('telescatto'),
      value => value === 1,
    ),
  ),
  // The backup trip comes after half a second, a cycle takes at least one second.
  alarm('SPI07', { priority: 1, on: 1 }, whenever(hasFailedToOpen)),
  alarm('SPI08', { priority: 2, on: minute }, isSilent()),
  alarm(
    'SPI09',
    { priority: 2, on: minute },
    shows(
      protection => protection.value('link'),
      value => value === 0,
    ),
  ),
  alarm(
    'SPI10',
    { priority: 4, on: 0 },
    below({ threshold: 0, unit: 'd', hysteresis: 0 }, protection => protection.value('verifica')),
  ),
  alarm('SPI11', { priority: 2, on: 0 }, makerReport()),
];
