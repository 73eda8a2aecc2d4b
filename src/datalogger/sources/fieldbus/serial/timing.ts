import type { SerialAddress } from '../modbus/address';
import { longestFrame } from '../modbus/frame';
import { isWrite, type ModbusRequest } from '../modbus/read';

type Speed = Pick<SerialAddress, 'baud' | 'parity' | 'stopBits'>;

/** Start bit, 8 data bits, parity and stop bits. */
const bitsOf = ({ parity, stopBits }: Speed) => 9 + (parity === 'N' ? 0 : 1) + stopBits;

/** Time in ms of this number of characters on the wire. */
export const wireMs = (speed: Speed, characters: number): number =>
  (1000 * characters * bitsOf(speed)) / speed.baud;

/** From this speed on the silence is fixed (Modbus over Serial Line 1.02, 2.5.1.1). */
const fastBaud = 19_200;
const fastSilenceMs = 1.75;

/** Silence in ms that separates frames: 3.5 characters. */
export const silenceMs = (speed: Speed): number =>
  speed.baud > fastBaud ? fastSilenceMs : wireMs(speed, 3.5);

/** Bytes of the frame that answers a request, of an identification at most. */
export function answerBytes(request: ModbusRequest): number {
  if (isWrite(request)) return 8;
  if (request.fc === 43) return longestFrame;
  return 5 + (request.fc <= 2 ? Math.ceil(request.count / 8) : 2 * request.count);
}

/** Devices answer within this as a rule, and adapters pass bytes on in portions, ms. */
const usualAnswerMs = 100;

/** Silence in ms after which a search goes on to the next unit of a line; an answer after that is seen as bytes between requests. */
export const searchSilenceMs = (speed: Speed): number => Math.ceil(usualAnswerMs + 2 * silenceMs(speed));
