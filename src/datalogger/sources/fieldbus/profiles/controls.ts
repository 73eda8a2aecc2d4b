import type { Registers } from '../device-driver';
import type { ReadRequest } from '../modbus/read';
import { AllowedWrite } from '../sunspec/allowed-write';
import type { ControlState, InverterControls, Quantity, Setting } from '../sunspec/controls';
import { type Command, type Step, valueStep } from './commands';
import { rawNumber, sizeOf, wordsOf } from './numbers';
import type { Profile } from './profile';

const within = (value: number, { least, most }: { least: number; most: number }) =>
  Math.min(most, Math.max(least, value));

/** How an inverter is commanded whose profile says how. Percentages are of its rated power. */
export class ProfileControls implements InverterControls {
  readonly requests: readonly ReadRequest[];
  readonly rating = [];
  readonly #profile: Profile;
  readonly #unit: number;

  constructor(profile: Profile, unit: number) {
    this.#profile = profile;
    this.#unit = unit;
    this.requests = Object.values(profile.commands ?? {}).flatMap(command =>
      command.steps.map(step => this.#requestOf(command, step)),
    );
  }

  maxKw(): null {
    return null;
  }

  state(registers: Registers, quantity: Quantity): ControlState | null {
    const command = this.#commandOf(quantity);
    const step = command && valueStep(command);
    if (!command || !step) return null;
    const value = this.#numberOf(registers, command, step);
    if (value === null) return null;
    const enable = command.steps.find(({ write }) => write === 'enable');
    const reversion = command.steps.find(({ write }) => write === 'reversion');
    return {
      value,
      isOn:
        enable?.write === 'enable'
          ? this.#rawOf(registers, command, enable) === enable.on
          : value !== command.rest,
      reversionS: reversion ? this.#numberOf(registers, command, reversion) : (command.watchdogS ?? null),
      canRevert: reversion !== undefined || command.watchdogS !== undefined,
    };
  }

  setting(_: Registers, quantity: Quantity, value: number | null, reversionS: number): Setting | null {
    const command = this.#commandOf(quantity);
    if (!command) return null;
    let said: number | null = null;
    const writes: AllowedWrite[] = [];
    for (const step of command.steps) {
      const raw = rawFor(step, value ?? command.rest, value !== null, reversionS);
      const words = wordsOf(raw, step.type, step.order ?? this.#profile.order);
      if (step.write === 'value') said = numberFor(step, raw);
      const write = words && this.#writeOf(command, step, words, said);
      if (!write) return null;
      writes.push(write);
    }
    return { value: said, writes };
  }

  holds(registers: Registers, quantity: Quantity, { writes }: Setting): boolean {
    const command = this.#commandOf(quantity);
    if (!command) return false;
    return writes
      .flatMap(({ parts }) => parts)
      .filter(({ name }) => name !== 'reversion')
      .every(
        ({ from, words }) => String(registers.at(command.readFunction, from, words.length)) === String(words),
      );
  }

  #commandOf(quantity: Quantity): Command | null {
    return quantity === 'factor' ? null : (this.#profile.commands?.[quantity] ?? null);
  }

  #requestOf({ readFunction }: Command, { at, type }: Step): ReadRequest {
    return { unit: this.#unit, fc: readFunction, from: this.#addressOf(at), count: sizeOf[type] };
  }

  #addressOf(at: number): number {
    return at - this.#profile.documentOffset;
  }

  #writeOf(
    { writeFunction }: Command,
    { write, at }: Step,
    words: readonly number[],
    value: number | null,
  ): AllowedWrite | null {
    const to = { unit: this.#unit, fc: writeFunction };
    return AllowedWrite.ofCommand(to, { name: write, from: this.#addressOf(at), words, value });
  }

  #rawOf(registers: Registers, command: Command, step: Step): number | null {
    const { fc, from, count } = this.#requestOf(command, step);
    const words = registers.at(fc, from, count);
    return words && rawNumber(words, step.type, step.order ?? this.#profile.order);
  }

  #numberOf(registers: Registers, command: Command, step: Step): number | null {
    const raw = this.#rawOf(registers, command, step);
    return raw === null ? null : numberFor(step, raw);
  }
}

const numberFor = (step: Step, raw: number): number =>
  'times' in step ? (raw * step.times) / step.per : raw;

/** What is written into a step's registers, within its bounds. */
function rawFor(step: Step, value: number, isOn: boolean, reversionS: number): number {
  if (step.write === 'enable') return isOn ? step.on : step.off;
  if (step.write === 'constant') return step.raw;
  const wanted = (within(step.write === 'value' ? value : reversionS, step) * step.per) / step.times;
  const isWithin = (raw: number) => numberFor(step, raw) >= step.least && numberFor(step, raw) <= step.most;
  // A device counts in steps of its own: the nearest one within the bounds.
  return [Math.round(wanted), Math.floor(wanted), Math.ceil(wanted)].find(isWithin) ?? Number.NaN;
}
