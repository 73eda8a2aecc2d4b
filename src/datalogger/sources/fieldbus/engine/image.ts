import type { Registers } from '../device-driver';
import type { ReadFunction, ReadRequest } from '../modbus/read';

/** What one request brought. */
export interface Block {
  readonly request: ReadRequest;
  readonly values: Uint16Array;
}

const keyOf = ({ fc, from, count }: ReadRequest) => `${fc}:${from}:${count}`;

/** The newest registers of a unit, request by request. */
export class RegisterImage implements Registers {
  readonly #blocks = new Map<string, Block>();

  /** Takes over what belongs together, all at once. */
  put(blocks: readonly Block[]): void {
    for (const block of blocks) this.#blocks.set(keyOf(block.request), block);
  }

  /** These registers with others in their place. */
  with(blocks: readonly Block[]): Registers {
    const next = new RegisterImage();
    next.put([...this.#blocks.values(), ...blocks]);
    return next;
  }

  /** No register is known any more: what they mean has changed. */
  clear(): void {
    this.#blocks.clear();
  }

  /** These registers are not known any more. */
  forget(requests: readonly ReadRequest[]): void {
    for (const request of requests) this.#blocks.delete(keyOf(request));
  }

  at(fc: ReadFunction, from: number, count: number): Uint16Array | null {
    const found = new Uint16Array(count);
    for (let filled = 0; filled < count; ) {
      const block = this.#blockWith(fc, from + filled);
      if (block === null) return null;
      const start = from + filled - block.request.from;
      const part = block.values.subarray(start, start + count - filled);
      found.set(part, filled);
      filled += part.length;
    }
    return found;
  }

  #blockWith(fc: ReadFunction, address: number): Block | null {
    for (const block of this.#blocks.values()) {
      const { request } = block;
      if (request.fc === fc && request.from <= address && address < request.from + request.count)
        return block;
    }
    return null;
  }
}
