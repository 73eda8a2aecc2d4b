/** What a device or a gateway needs. */
export interface LineSettings {
  /** Silence between an answer and the next request on a connection, and after connecting, ms. */
  readonly gapMs: number;
  readonly settleMs: number;
  /** Clients it accepts at a time, and requests in flight. */
  readonly connections: number;
  /** Whether it numbers the answers of Modbus TCP itself. */
  readonly hasOwnNumbers: boolean;
}

export const usualSettings: LineSettings = { gapMs: 0, settleMs: 0, connections: 1, hasOwnNumbers: false };
