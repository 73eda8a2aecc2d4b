import type { Line485 } from '../../../../contract/config/fields';
import type { Framing } from './frame';

/** A device or a gateway that is reached over TCP. */
export interface TcpAddress {
  readonly framing: Framing;
  readonly host: string;
  readonly port: number;
}

/** A serial port of this machine, and how its bytes are sent: always 8 data bits, as RTU wants them. */
export interface SerialAddress {
  readonly framing: 'serial';
  /** As `/dev/ttyUSB0`. */
  readonly path: string;
  readonly baud: Line485['baud'];
  readonly parity: Line485['parita'];
  readonly stopBits: Line485['stop'];
}

/** Where a line leads. */
export type LineAddress = TcpAddress | SerialAddress;

export const isSerial = (address: LineAddress): address is SerialAddress => address.framing === 'serial';

/** The address alone, without what else an object has. */
export function addressOf(address: LineAddress): LineAddress {
  if (isSerial(address)) {
    const { framing, path, baud, parity, stopBits } = address;
    return { framing, path, baud, parity, stopBits };
  }
  const { framing, host, port } = address;
  return { framing, host, port };
}
