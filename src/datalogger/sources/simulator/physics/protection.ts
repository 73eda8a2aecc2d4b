import { doublePoint, protectionFunctionCodes, spiStates } from '../../../../contract/codes';
import { type ProtectionFunction, protectionStandards } from '../../../../contract/protection-standards';
import { meanSeconds, returnS } from '../../../plant/processing/protections';
import type { TimedFault } from '../faults/faults';
import { type GridState, sequences } from './grid';

export type ProtectionNorm = keyof typeof protectionStandards;

const openingS: Record<ProtectionNorm, number> = { lowVoltage: 0.1, mediumVoltage: 0.07 };
/** Voltage in per unit below which the frequency functions are inhibited. */
const frequencyFloor = 0.2;

/** What a function compares with its threshold, in the unit of the threshold. */
function judgedValue({ quantity, isMaximum }: ProtectionFunction, grid: GridState, mean: number): number {
  if (quantity === 'frequency') return grid.frequency;
  if (quantity === 'residual') return grid.residual;
  if (quantity === 'meanVoltage') return mean;
  if (quantity === 'negativeSequence') return sequences(grid).negative;
  if (quantity === 'positiveSequence') return sequences(grid).positive;
  const voltages = [grid.ab, grid.bc, grid.ca];
  return isMaximum ? Math.max(...voltages) : Math.min(...voltages);
}

function isBeyond(item: ProtectionFunction, grid: GridState, mean: number): boolean {
  if (item.quantity === 'frequency' && Math.min(grid.ab, grid.bc, grid.ca) < frequencyFloor) return false;
  const value = judgedValue(item, grid, mean);
  return item.isMaximum ? value > item.threshold : value < item.threshold;
}

/** The function that opened a switch, and the value that it tripped at, in the unit of its threshold. */
interface Trip {
  readonly code: ProtectionFunction['code'];
  readonly value: number;
}

/** The voltage from which the switch may close, per unit: CEI 0-16 (and 0-21 in low voltage, which allows less). */
const returnFrom: Readonly<Record<ProtectionNorm, number>> = { mediumVoltage: 0.9, lowVoltage: 0.85 };

/** Whether the grid is within the limits in which the switch may close. */
function isGoodForReturn(grid: GridState, norm: ProtectionNorm): boolean {
  const lowest = Math.min(grid.ab, grid.bc, grid.ca);
  const highest = Math.max(grid.ab, grid.bc, grid.ca);
  return lowest >= returnFrom[norm] && highest <= 1.1 && Math.abs(grid.frequency - 50) <= 0.1;
}

const permissive = (functions: readonly ProtectionFunction[]) =>
  functions.filter(item => !item.isRestrictive && !item.isUnlocking);

/** The function that a grid event is strong and long enough to make trip, null for none; for models whose step is too long to run the protection. */
function trippedBy({ fault, from, to }: TimedFault, functions: readonly ProtectionFunction[]): Trip | null {
  const grid = { ab: 1, bc: 1, ca: 1, frequency: 50, residual: 0 };
  if (fault.kind === 'grid-outage') grid.ab = grid.bc = grid.ca = 0;
  if (fault.kind === 'grid-frequency') grid.frequency = fault.hertz;
  if (fault.kind === 'grid-dip' || fault.kind === 'grid-swell')
    grid.ab = grid.bc = grid.ca = fault.percent / 100;
  if (fault.kind === 'grid-earth') grid.residual = fault.percent / 100;
  const mean = fault.kind === 'grid-swell' && to - from > meanSeconds ? grid.ab : 1;
  const lastsS = to - from;
  const tripping = permissive(functions).filter(item => isBeyond(item, grid, mean) && lastsS >= item.seconds);
  const [first] = tripping.sort((a, b) => a.seconds - b.seconds);
  return first ? { code: first.code, value: judgedValue(first, grid, mean) } : null;
}

/** Whether a grid event makes the protection trip. An outage does however short it is. */
export const doesTrip = (event: TimedFault, norm: ProtectionNorm): boolean =>
  event.fault.kind === 'grid-outage' || trippedBy(event, protectionStandards[norm]) !== null;

/** An interface protection and its switch: start, timer, trip, opening, return window, closing. */
export class Protection {
  state: number = spiStates.normal;
  /** State of the switch, as a double point. */
  ddi: number = doublePoint.closed;
  /** Bits of the functions whose timer is running. */
  started = 0;
  /** Whether the restrictive frequency window applies. */
  isNarrow = false;
  /** Whether the local command is wired. */
  hasLocalCommand = true;
  /** Delay of the backup trip after the switch has failed to open, s. */
  backupS = 0.5;
  /** Whether the switch does not open. */
  isStuck = false;
  trips: number;
  /** Position + 1 of the function that opened the switch; 0 while the switch is closed or when a command opened it. */
  tripped = 0;
  /** The value at which that function tripped: per unit, or Hz. */
  tripValue: number | null = null;
  /** Mean voltage of the last ten minutes, per unit. */
  meanVoltage = 1;
  #norm: ProtectionNorm;
  #functions: readonly ProtectionFunction[];
  #timers: Float64Array;
  readonly #ring = new Float64Array(meanSeconds).fill(1);
  #ringAt = 0;
  /** Of the second that is being measured: how much of it has passed, the voltage so far times that, and what the buffer held before. */
  #passed = 0;
  #sum = 0;
  #before = 1;
  /** Seconds since the switch was opened. */
  #openS = 0;
  #opensInS = Number.POSITIVE_INFINITY;
  #goodForS = 0;
  /** Seconds until the backup trip, once the switch has failed to open; null before. */
  #backupInS: number | null = null;

  /** `trips` is the initial value of the trip counter. */
  constructor(norm: ProtectionNorm, trips: number) {
    this.#norm = norm;
    this.trips = trips;
    this.#functions = protectionStandards[norm];
    this.#timers = new Float64Array(this.#functions.length);
  }

  /** Works with these functions from now on. Their timers start from 0. */
  set(norm: ProtectionNorm, functions: readonly ProtectionFunction[]): void {
    this.#norm = norm;
    this.#functions = functions;
    this.#timers = new Float64Array(functions.length);
  }

  /** Seconds until a started function trips or, while the protection waits, until the switch closes; 0 when no timer runs. */
  get leftS(): number {
    if (this.state === spiStates.waiting) return returnS - this.#goodForS;
    if (this.state !== spiStates.starting) return 0;
    const running = this.#functions.flatMap(({ seconds }, index) => {
      const timer = this.#timers[index] ?? 0;
      return timer > 0 ? [seconds - timer] : [];
    });
    return Math.max(0, Math.min(...running));
  }

  /** The function of its own that a grid event makes trip; undervoltage of the second stage where none of them does. */
  tripOf(event: TimedFault): Trip {
    const deep = this.#functions.find(({ code }) => code === '27.S2' || code === 'U<<');
    return trippedBy(event, this.#functions) ?? { code: deep?.code ?? '27.S2', value: 0 };
  }

  /** Takes the state that a coarse step has assumed: opened by a function, or closed (null). */
  assume(trip: Trip | null): void {
    const isOpen = trip !== null;
    if (isOpen && this.ddi === doublePoint.closed) this.trips++;
    this.ddi = isOpen ? doublePoint.open : doublePoint.closed;
    this.state = isOpen ? spiStates.tripped : spiStates.normal;
    this.tripped = isOpen ? protectionFunctionCodes.indexOf(trip.code) + 1 : 0;
    this.tripValue = trip?.value ?? null;
  }

  resetTrips(): void {
    this.trips = 0;
  }

  /** Whether the generators behind it are connected: by its switch, and by theirs, which the backup trip opens. */
  get isConnected(): boolean {
    return this.ddi === doublePoint.closed && (this.#backupInS === null || this.#backupInS > 0);
  }

  /**
   * Advances by `seconds`; `grid` is the grid at their end. `isForcedOpen`: a command from outside opens the switch. `isRestrictive`:
   * the restrictive frequency window applies (local command, or no external signal); with CEI 0-16 only voltage unlocking decides.
   */
  step(grid: GridState, seconds: number, isForcedOpen: boolean, isRestrictive = false): void {
    this.#measure(grid, seconds);
    if (this.#backupInS !== null) this.#backup(this.#backupInS, seconds);
    if (this.#backupInS !== null || this.ddi !== doublePoint.closed)
      this.#return(grid, seconds, isForcedOpen);
    else this.#watch(grid, seconds, isRestrictive);
    if (isForcedOpen && this.#backupInS === null && this.ddi === doublePoint.closed) this.#open();
  }

  /** The buffer holds one value per second: the mean of the steps within it. */
  #measure(grid: GridState, seconds: number): void {
    const value = (grid.ab + grid.bc + grid.ca) / 3;
    for (let left = Math.min(seconds, meanSeconds); left > 1e-9; ) {
      const part = Math.min(left, 1 - this.#passed);
      left -= part;
      this.#passed += part;
      this.#sum += value * part;
      const next = this.#before * (1 - this.#passed) + this.#sum;
      this.meanVoltage += (next - (this.#ring[this.#ringAt] ?? 1)) / meanSeconds;
      this.#ring[this.#ringAt] = next;
      if (this.#passed > 1 - 1e-9) this.#nextSecond();
    }
  }

  #nextSecond(): void {
    this.#ringAt = (this.#ringAt + 1) % meanSeconds;
    this.#before = this.#ring[this.#ringAt] ?? 1;
    this.#passed = 0;
    this.#sum = 0;
  }

  #watch(grid: GridState, seconds: number, isRestrictive: boolean): void {
    this.started = 0;
    this.isNarrow = this.#norm === 'mediumVoltage' ? this.#isUnlocked(grid, seconds) : isRestrictive;
    this.#functions.forEach((item, index) => {
      if (item.isUnlocking) return;
      const timer = this.#time(index, seconds, () => {
        const isJudged = this.isNarrow || !item.isRestrictive;
        return isJudged && isBeyond(item, grid, this.meanVoltage);
      });
      const bit = protectionFunctionCodes.indexOf(item.code);
      if (timer > 0) this.started |= 1 << bit;
      // Tolerance of 0.01 s, because sums of tenths are not exact in floating point.
      if (timer + 0.01 >= item.seconds && timer > 0 && this.#opensInS === Number.POSITIVE_INFINITY) {
        this.trips++;
        this.tripped = bit + 1;
        this.tripValue = judgedValue(item, grid, this.meanVoltage);
        this.#opensInS = openingS[this.#norm];
        this.state = spiStates.tripped;
      }
    });
    if (this.#opensInS < Number.POSITIVE_INFINITY) this.#opensInS -= seconds;
    else this.state = this.started ? spiStates.starting : spiStates.normal;
    if (this.#opensInS <= 0) this.#open();
  }

  /** Lets the timer of a function run while it is started, and returns it. */
  #time(index: number, seconds: number, isStarted: () => boolean): number {
    const timer = isStarted() ? (this.#timers[index] ?? 0) + seconds : 0;
    this.#timers[index] = timer;
    return timer;
  }

  /** Whether voltage unlocking opens the restrictive window: one of its functions has been beyond its threshold for its time. */
  #isUnlocked(grid: GridState, seconds: number): boolean {
    let isUnlocked = false;
    this.#functions.forEach((item, index) => {
      if (!item.isUnlocking) return;
      const timer = this.#time(index, seconds, () => isBeyond(item, grid, this.meanVoltage));
      if (timer > 0 && timer + 0.01 >= item.seconds) isUnlocked = true;
    });
    return isUnlocked;
  }

  #open(): void {
    if (this.isStuck) this.#backupInS = this.backupS;
    else this.ddi = doublePoint.open;
    this.state = spiStates.tripped;
    this.#opensInS = Number.POSITIVE_INFINITY;
    this.#goodForS = 0;
    this.#openS = 0;
  }

  /** The switch has not opened: after the backup time the switch of the generators opens, unless the switch opens after all. */
  #backup(leftS: number, seconds: number): void {
    if (this.isStuck) {
      this.#backupInS = Math.max(0, leftS - seconds);
      return;
    }
    this.#backupInS = null;
    this.ddi = doublePoint.open;
    this.#goodForS = 0;
  }

  #return(grid: GridState, seconds: number, isForcedOpen: boolean): void {
    this.started = 0;
    this.#openS += seconds;
    // The window in which it tripped is still read in the second of the trip.
    this.isNarrow &&= this.#openS <= 1;
    this.#timers.fill(0);
    const isGood = isGoodForReturn(grid, this.#norm) && !isForcedOpen;
    this.#goodForS = isGood ? this.#goodForS + seconds : 0;
    this.state = isGood ? spiStates.waiting : spiStates.tripped;
    if (this.#goodForS < returnS) return;
    this.ddi = doublePoint.closed;
    this.#backupInS = null;
    this.state = spiStates.normal;
    this.tripped = 0;
    this.tripValue = null;
  }
}
