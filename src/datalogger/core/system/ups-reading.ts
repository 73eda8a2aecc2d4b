/** What a UPS reports over the network. Null where it does not report it. */
export interface UpsReading {
  /** Words of NUT's `ups.status`. */
  readonly flags: readonly string[];
  /** Null while neither mains nor battery is certain: switched off or calibrating, without a reading of its input. */
  readonly isOnBattery: boolean | null;
  /** The UPS says that its battery is nearly empty. */
  readonly isBatteryLow: boolean;
  /** Its battery must be replaced. */
  readonly isBatteryWorn: boolean;
  /** The server that controls the UPS is about to cut its output. */
  readonly isCutting: boolean;
  /** It reports an alarm, an overload, or that its output is off. */
  readonly hasFault: boolean;
  /** The alarm in its own words, where it has any. */
  readonly alarm?: string;
  readonly chargePercent: number | null;
  readonly runtimeS: number | null;
  readonly inputVolts: number | null;
}

/** Below this share of the nominal voltage the mains are missing. */
const leastShare = 0.5;
/** V below which they are missing where the UPS does not report its nominal voltage: half of the lowest in use, 100 V. */
const leastVolts = 50;

/** Reads the variables of NUT (names: its developer guide, appendix "NUT command and variable naming scheme"). */
export function readingOf(variables: ReadonlyMap<string, string>): UpsReading | null {
  const flags = (variables.get('ups.status') ?? '').split(/\s+/).filter(flag => /^[A-Z]{2,16}$/.test(flag));
  // While a driver starts, or has lost its UPS, the status is WAIT or empty.
  if (flags.length === 0 || flags.includes('WAIT')) return null;
  const number = (name: string, most: number) => numberOf(variables.get(name), most);
  const has = (flag: string) => flags.includes(flag);
  const inputVolts = number('input.voltage', 1000);
  const nominalVolts = number('input.voltage.nominal', 1000);
  const alarm = wordsIn(variables.get('ups.alarm'));
  const least = nominalVolts ? leastShare * nominalVolts : leastVolts;
  const byVoltage = inputVolts === null ? null : inputVolts < least;
  // A calibration discharges the battery on purpose: only the voltage tells whether mains are there.
  const isDischarging = has('OB') && !has('CAL');
  return {
    flags,
    isOnBattery: isDischarging ? true : has('OL') ? false : byVoltage,
    isBatteryLow: has('LB'),
    isBatteryWorn: has('RB'),
    isCutting: has('FSD'),
    hasFault: has('ALARM') || has('OVER') || has('OFF'),
    ...(alarm !== '' && { alarm }),
    chargePercent: number('battery.charge', 100),
    runtimeS: number('battery.runtime', 30 * 86_400),
    inputVolts,
  };
}

/** A number from 0 to `most`; anything else is no value. */
function numberOf(text: string | undefined, most: number): number | null {
  const number = Number.parseFloat(text ?? '');
  return number >= 0 && number <= most ? number : null;
}

const longestAlarm = 120;

/** A text in one line without signs that show nothing. */
const wordsIn = (text = '') =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, longestAlarm);

/** The raw contacts that a UPS with dry contacts would show; a contact that is not certain is left out. */
export function contactsOf(reading: UpsReading | null): {
  readonly acContact?: '0' | '1';
  readonly batteryContact?: '0' | '1';
} {
  if (reading === null) return {};
  const { isOnBattery, isBatteryLow, isBatteryWorn, isCutting } = reading;
  return {
    ...(isOnBattery !== null && { acContact: isOnBattery ? '1' : '0' }),
    batteryContact: isBatteryLow || isBatteryWorn || isCutting ? '0' : '1',
  };
}
