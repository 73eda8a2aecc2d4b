import { isWrite, type ModbusRequest, type ReadReply, type ReadRequest } from '../modbus/read';
import { answerBytes } from './timing';

/** RTU answers name no address: two reads of one unit with this in common have answers that look alike. */
const shapeOf = (request: ModbusRequest) => `${request.fc} ${answerBytes(request)}`;
const placeOf = ({ from, count }: ModbusRequest) => `${from} ${count}`;

/** An answer later than this does not come any more, ms. */
const latestMs = 10_000;
const mostRegisters = 125;

/**
 * Reads that were given up, and whose late answers could be taken for those of later reads. A unit answers in turn, so the answer to a
 * read of another length proves that nothing older comes any more.
 */
export class GivenUp {
  /** By unit and shape: when each address was given up, ms. */
  readonly #units = new Map<number, Map<string, Map<string, number>>>();

  /** What must be answered before this request may be sent; null where nothing can be confused with its answer. */
  proofBefore(request: ModbusRequest, nowMs: number): ReadRequest | null {
    const { unit, from } = request;
    const shapes = this.#units.get(unit);
    const alike = [...(shapes?.get(shapeOf(request)) ?? [])];
    const isDoubtful = alike.some(([place, ms]) => place !== placeOf(request) && nowMs - ms < latestMs);
    if (isWrite(request) || request.fc === 43 || !shapes || !isDoubtful) return null;
    const { fc } = request;
    for (let step = 1; step <= mostRegisters; step++) {
      const proof = { unit, fc, from, count: fc <= 2 ? 8 * step : step };
      if (!shapes.has(shapeOf(proof)) && shapeOf(proof) !== shapeOf(request)) return proof;
    }
    return null;
  }

  note(request: ModbusRequest, reply: ReadReply, nowMs: number): void {
    const { unit } = request;
    const shapes = this.#units.get(unit);
    const shape = shapeOf(request);
    if (reply.kind === 'timeout' || reply.kind === 'malformed') {
      const known = shapes ?? new Map<string, Map<string, number>>();
      const places = known.get(shape) ?? new Map<string, number>();
      this.#units.set(unit, known.set(shape, places.set(placeOf(request), nowMs)));
      return;
    }
    if (!shapes || shapes.has(shape)) return;
    this.#units.delete(unit);
    // The exception may be that of the older read: then the answer to this one is still to come.
    if (reply.kind === 'exception')
      this.#units.set(unit, new Map([[shape, new Map([[placeOf(request), nowMs]])]]));
  }
}
