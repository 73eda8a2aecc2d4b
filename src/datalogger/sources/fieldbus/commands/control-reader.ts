import type { Registers } from '../device-driver';
import { RegisterImage } from '../engine/image';
import type { Unit } from '../engine/unit';
import type { Read, ReadRequest } from '../modbus/read';
import type { InverterControls } from '../sunspec/controls';

/** After a read without an answer, twice as long after each further one, up to the longest, ms. */
const retryMs = 2000;
const longestRetryMs = 64_000;
/** Controls that the polls read every minute are known for so long, s. */
const latelyS = 90;

/** Reads the registers by which an inverter is commanded, and how great its greatest power is. */
export class ControlReader {
  readonly #unit: Unit;
  readonly #nowMs: () => number;
  /** Reads in a row without an answer. */
  #failures = 0;
  #max: { readonly map: Unit['map']; readonly kw: number | null } | null = null;

  constructor(unit: Unit, nowMs: () => number) {
    this.#unit = unit;
    this.#nowMs = nowMs;
  }

  /** kW; null where the device does not say. */
  get maxKw(): number | null {
    return this.#max?.kw ?? null;
  }

  /** What the polls read lately, after the time `sinceMs`; null where that is too long ago, or says nothing of its controls or its greatest power. */
  lately(controls: InverterControls, sinceMs: number): Registers | null {
    const withinS = Math.min(latelyS, Math.floor((this.#nowMs() - sinceMs) / 1000) - 1);
    if (!this.#isRated || withinS <= 0) return null;
    const registers = this.#unit.readLately(controls.requests, withinS);
    return registers && controls.state(registers, 'active') ? registers : null;
  }

  /** What it says now, within this time of the others' polls; 0 goes before all. Null where it does not answer. */
  async now(controls: InverterControls, withinMs: number): Promise<Registers | null> {
    const image = new RegisterImage();
    const { map } = this.#unit;
    const isRated = this.#isRated;
    const requests = [...controls.requests, ...(isRated ? [] : controls.rating)];
    for (const request of requests) if (!(await this.#read(image, request, withinMs))) return null;
    if (!isRated) this.#max = { map, kw: controls.maxKw(image) };
    return image;
  }

  /** How long to wait after a read without an answer, ms. */
  get pauseMs(): number {
    return Math.min(longestRetryMs, retryMs * 2 ** (this.#failures - 1));
  }

  get #isRated(): boolean {
    return this.#max !== null && this.#max.map === this.#unit.map;
  }

  async #read(image: RegisterImage, request: ReadRequest, withinMs: number): Promise<boolean> {
    const { line, timeoutMs } = this.#unit;
    const deadlineMs = this.#nowMs() + withinMs;
    const usual = withinMs > 0 ? 'poll' : 'order';
    // What is not answered goes behind what is: else a dead line would be asked for nothing but orders.
    const turn = this.#failures === 0 ? usual : 'doubtful';
    const read: Read = part => line.read(part, { timeoutMs, deadlineMs, turn });
    const reply = await this.#unit.size.read(request, read, deadlineMs);
    this.#failures = reply.kind === 'values' ? 0 : this.#failures + 1;
    if (reply.kind === 'values') image.put([{ request, values: reply.values }]);
    return reply.kind === 'values';
  }
}
