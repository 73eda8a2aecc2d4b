import type { Read, ReadReply, ReadRequest } from '../modbus/read';
import { repeated } from '../modbus/repeated';

/** Registers that a request may have, and below which no device refuses it for its length. */
export const mostRegisters = 125;
const leastRegisters = 8;
/** Exceptions of devices that give fewer registers at once; and those of their gateways, which may be a lost reply. */
const refusals: readonly number[] = [2, 3, 4];
const gatewayExceptions: readonly number[] = [10, 11];
/** Unanswered requests in a row after which they may be too long. */
const silentTimes = 3;
/** A request for which nothing shorter was answered either is not tried in parts again before this, ms. */
const pauseMs = 600_000;

const keyOf = ({ fc, from, count }: ReadRequest) => `${fc}:${from}:${count}`;
const half = (size: number) => Math.max(leastRegisters, Math.ceil(size / 2));

/** How many registers of a unit are read at once: halved where its device or its gateway does not answer long requests. */
export class ReadSize {
  #most = mostRegisters;
  readonly #silences = new Map<string, number>();
  readonly #triedMs = new Map<string, number>();

  /** Registers that are read at once; null where that is not limited. */
  get limit(): number | null {
    return this.#most < mostRegisters ? this.#most : null;
  }

  /** Forgets what was found: another device may be there. */
  reset(): void {
    this.#most = mostRegisters;
    this.#silences.clear();
    this.#triedMs.clear();
  }

  /** Reads a request in as many parts as the device needs. */
  async read(request: ReadRequest, read: Read, nowMs: number): Promise<ReadReply> {
    const reply = await inParts(request, this.#most, read);
    const key = keyOf(request);
    if (reply.kind === 'values') {
      this.#silences.delete(key);
      return reply;
    }
    if (request.fc <= 2 || Math.min(request.count, this.#most) <= leastRegisters) return reply;
    if (!this.#mayBeTooLong(key, reply)) return reply;
    if (nowMs - (this.#triedMs.get(key) ?? Number.NEGATIVE_INFINITY) < pauseMs) return reply;
    this.#triedMs.set(key, nowMs);
    return (await this.#shortened(request, read)) ?? reply;
  }

  #mayBeTooLong(key: string, reply: ReadReply): boolean {
    if (reply.kind === 'exception' && refusals.includes(reply.code)) return true;
    const isSilence =
      reply.kind === 'timeout' || (reply.kind === 'exception' && gatewayExceptions.includes(reply.code));
    if (!isSilence) return false;
    const silences = (this.#silences.get(key) ?? 0) + 1;
    this.#silences.set(key, silences);
    return silences >= silentTimes;
  }

  /** The registers in shorter and shorter parts; null where the device does not answer, or nothing shorter helps. */
  async #shortened(request: ReadRequest, read: Read): Promise<ReadReply | null> {
    const first = await read({ ...request, count: 2 });
    if (first.kind !== 'values') return null;
    for (let size = half(Math.min(request.count, this.#most)); ; size = half(size)) {
      const reply = await inParts(request, size, read);
      if (reply.kind === 'values') {
        // Lost replies look like a refusal: the whole is tried several times more.
        const whole = await inParts(request, this.#most, repeated(read));
        if (whole.kind === 'values') return whole;
        this.#most = size;
        return reply;
      }
      if (size === leastRegisters) return null;
    }
  }
}

/** A read in parts of at most `size` registers: as one reply, or the first that brings no values. */
async function inParts(request: ReadRequest, size: number, read: Read): Promise<ReadReply> {
  const { fc, from, count } = request;
  if (fc <= 2 || count <= size) return read(request);
  const values = new Uint16Array(count);
  for (let at = 0; at < count; at += size) {
    const reply = await read({ ...request, from: from + at, count: Math.min(size, count - at) });
    if (reply.kind !== 'values') return reply;
    values.set(reply.values, at);
  }
  return { kind: 'values', values };
}
