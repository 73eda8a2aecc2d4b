import type { Configuration, RecordOf } from '../../../../contract/config/kinds';
import type { Answer, PlantOutputs, PlantSetup, PlantSwitched } from '../../../plant/source';
import type { FieldBus } from '../engine/field-bus';
import { levelOf, type OutputsOfRecord } from '../input-modules';
import type { ReadRequest } from '../modbus/read';
import { AllowedWrite } from '../sunspec/allowed-write';

/** One output that a record names: where it is switched, and what its coil or register then holds. */
export interface NamedOutput {
  readonly number: number;
  /** Ids of its signal and of its module. */
  readonly signal: number;
  readonly module: number;
  readonly unit: number;
  readonly fc: 5 | 6 | 15;
  /** Protocol address, which counts from 0. */
  readonly address: number;
  readonly on: number;
  readonly off: number;
  readonly lock: Lock | null;
}

/** The signal that locks an output: its id (null where it is not in use), its name, and the level of its contact at rest. */
interface Lock {
  readonly signal: number | null;
  readonly name: string;
  readonly rest: number;
}

/** The outputs that enabled records name, on channels that the profile of their module describes: nothing else is ever switched. */
export function namedOutputs(configuration: Configuration, outputsOf: OutputsOfRecord): NamedOutput[] {
  const modules = new Map(configuration['moduli-io'].map(module => [module.numero, module]));
  return configuration['digital-signals'].flatMap(signal => {
    const module = modules.get(signal.modulo);
    const lock = lockOf(signal, configuration);
    return module && signal.abilitato && module.abilitato
      ? outputOf(signal, module, { outputsOf, lock })
      : [];
  });
}

function lockOf({ interblocco }: RecordOf<'digital-signals'>, configuration: Configuration): Lock | null {
  if (interblocco === '') return null;
  const signal = configuration['digital-signals'].find(
    ({ abilitato, modulo, canale }) => abilitato && `${modulo}.${canale}` === interblocco,
  );
  return {
    signal: signal?.id ?? null,
    name: signal?.nome ?? interblocco,
    rest: signal?.contatto === 'NC' ? 1 : 0,
  };
}

function outputOf(
  { id, uscita, canale }: RecordOf<'digital-signals'>,
  module: RecordOf<'moduli-io'>,
  { outputsOf, lock }: { readonly outputsOf: OutputsOfRecord; readonly lock: Lock | null },
): NamedOutput[] {
  const outputs = outputsOf(module);
  if (uscita === null || !outputs || canale > Math.min(module.canali, outputs.count)) return [];
  const { write: fc, from, on, off } = outputs;
  const where = { signal: id, module: module.id, unit: module.unita };
  return [{ number: uscita, ...where, fc, address: from + canale - 1, on, off, lock }];
}

export interface OutputParts {
  readonly bus: FieldBus;
  /** ms of the monotonic clock; s of the steady clock. */
  readonly nowMs: () => number;
  readonly nowS: () => number;
  /** The newest answers of the digital signals. */
  readonly signals: () => readonly Answer[];
  readonly outputsOf: OutputsOfRecord;
}

/** A relay is switched at most this often: ms between two writes, and how many in a minute. */
const leastGapMs = 500;
const [mostWrites, minuteMs] = [20, 60_000] as const;
/** A wish that met silence is written again after this time, ms, until it is read back or another one comes. */
const againMs = 30_000;
/** A module may take a moment to show what was written: it is read back this often, ms apart. */
const [readTimes, readGapMs] = [3, 100] as const;

/** What was asked of an output, and what it was read back as. */
interface State {
  /** Counts the wishes: an older one is given up. */
  turn: number;
  wish: boolean | null;
  /** Whether the wish met silence, or came too soon after others: it is due again. */
  isOpen: boolean;
  againAtMs: number;
  /** ms of the last writes. */
  writes: number[];
  read: { readonly isOn: boolean; readonly atS: number } | null;
  running: Promise<unknown>;
}

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));

/** Switches the outputs of modules, where an administrator allows commands. */
export class OutputSwitches implements PlantOutputs {
  readonly #parts: OutputParts;
  #outputs: ReadonlyMap<number, NamedOutput> = new Map();
  readonly #states = new Map<number, State>();
  #running = 0;
  #onWritten: Parameters<PlantOutputs['onWritten']>[0] = () => undefined;

  constructor(parts: OutputParts) {
    this.#parts = parts;
  }

  configure({ commands = false, configuration }: Pick<PlantSetup, 'commands' | 'configuration'>): void {
    const named = commands ? namedOutputs(configuration, this.#parts.outputsOf) : [];
    const before = this.#outputs;
    this.#outputs = new Map(named.map(output => [output.number, output]));
    // A number that means another coil now has no past.
    for (const number of this.#states.keys())
      if (JSON.stringify(before.get(number)) !== JSON.stringify(this.#outputs.get(number)))
        this.#states.delete(number);
  }

  onWritten(listener: Parameters<PlantOutputs['onWritten']>[0]): void {
    this.#onWritten = listener;
  }

  get numbers(): readonly number[] {
    return [...this.#outputs.keys()];
  }

  numberOf(signal: number): number | null {
    return [...this.#outputs.values()].find(output => output.signal === signal)?.number ?? null;
  }

  stray(): number[] {
    return [...this.#outputs.values()].flatMap(({ number, signal }) => {
      const wish = this.#states.get(number)?.wish ?? null;
      const isOn = this.isOn(number);
      return wish !== null && isOn !== null && isOn !== wish ? [signal] : [];
    });
  }

  /** Whether something is on its way. */
  get isBusy(): boolean {
    return this.#running > 0;
  }

  isOn(number: number): boolean | null {
    const output = this.#outputs.get(number);
    const answer = output && this.#parts.signals().find(({ record }) => record === output.signal);
    const own = this.#states.get(number)?.read ?? null;
    if (own && (!answer || answer.sampled <= own.atS)) return own.isOn;
    const level = answer?.isResponding ? (answer.values.raw ?? null) : null;
    return level === null ? null : level === 1;
  }

  lockedBy(number: number): string | null {
    const lock = this.#outputs.get(number)?.lock ?? null;
    if (lock === null) return null;
    const answer = this.#parts.signals().find(({ record }) => record === lock.signal);
    const level = answer?.isResponding ? (answer.values.raw ?? null) : null;
    return level === lock.rest ? null : lock.name;
  }

  /** Switches off what its interlock forbids, and writes again what met silence. */
  tick(): void {
    for (const { number, lock } of this.#outputs.values()) {
      const isOrderedOff = this.#states.get(number)?.wish === false;
      if (lock && !isOrderedOff && this.isOn(number) === true && this.lockedBy(number) !== null)
        void this.switch(number, false);
    }
    const now = this.#parts.nowMs();
    for (const [number, state] of this.#states)
      if (state.isOpen && state.wish !== null && now >= state.againAtMs) void this.switch(number, state.wish);
  }

  close(): void {
    this.#outputs = new Map();
    this.#states.clear();
  }

  switch(number: number, isOn: boolean): Promise<PlantSwitched> {
    const state = this.#stateOf(number);
    const turn = ++state.turn;
    state.wish = isOn;
    state.isOpen = false;
    this.#running++;
    const done = state.running.then(() => this.#carryOut(number, state, turn));
    state.running = done.finally(() => this.#running--);
    return done;
  }

  #stateOf(number: number): State {
    const known = this.#states.get(number);
    if (known) return known;
    const running = Promise.resolve();
    const state: State = {
      turn: 0,
      wish: null,
      isOpen: false,
      againAtMs: 0,
      writes: [],
      read: null,
      running,
    };
    this.#states.set(number, state);
    return state;
  }

  /** The wish of this turn, unless a newer one came. */
  async #carryOut(number: number, state: State, turn: number): Promise<PlantSwitched> {
    const waitMs = (state.writes.at(-1) ?? Number.NEGATIVE_INFINITY) + leastGapMs - this.#parts.nowMs();
    if (waitMs > 0) await pause(waitMs);
    const now = this.#parts.nowMs();
    const output = this.#outputs.get(number);
    const { wish } = state;
    state.writes = state.writes.filter(ms => now - ms < minuteMs);
    if (!output || wish === null || turn !== state.turn) return false;
    if (wish && this.lockedBy(number) !== null) {
      state.wish = null;
      this.#onWritten(output.signal, wish, false);
      return false;
    }
    if (state.writes.length >= mostWrites) {
      state.isOpen = true;
      state.againAtMs = now + againMs;
      return 'not-read-back';
    }
    state.writes.push(now);
    state.read = null;
    const result = await this.#write(output, wish, state);
    state.isOpen = result === 'silent' && turn === state.turn;
    state.againAtMs = this.#parts.nowMs() + againMs;
    const seen = result === 'silent' ? 'not-read-back' : result;
    this.#onWritten(output.signal, wish, seen);
    return seen;
  }

  async #write(output: NamedOutput, isOn: boolean, state: State): Promise<PlantSwitched | 'silent'> {
    const { fc, address, unit: number, on, off, module } = output;
    const unit = this.#parts.bus.units.find(({ records }) =>
      records.some(({ kind, record }) => kind === 'moduli-io' && record.id === module),
    );
    const write = AllowedWrite.ofOutput({ unit: number, fc, address }, isOn ? on : off);
    if (!unit || !write) return false;
    const { line, timeoutMs } = unit;
    const reply = await line.write(write, timeoutMs);
    if (reply.kind === 'exception') return false;
    const request: ReadRequest = { unit: number, fc: fc === 6 ? 3 : 1, from: address, count: 1 };
    for (let left = readTimes; left > 0; left--) {
      const held = await line.read(request, { timeoutMs, deadlineMs: this.#parts.nowMs(), turn: 'order' });
      if (held.kind === 'exception') return 'not-read-back';
      if (held.kind !== 'values') return 'silent';
      const level = levelOf(held.values[0], output);
      state.read = level === null ? null : { isOn: level === 1, atS: this.#parts.nowS() };
      if (level === Number(isOn)) return true;
      await pause(readGapMs);
    }
    // Not answered and not done: it is written again. Answered and not done: somebody else, or the module itself, holds it.
    return reply.kind === 'values' ? 'not-read-back' : 'silent';
  }
}
