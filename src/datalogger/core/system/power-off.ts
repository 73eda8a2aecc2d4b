import type { Log } from '../log';
import type { System } from './system';

/** The running program, as far as a shutdown of the box ends it. */
export interface Program {
  /** Takes orders to devices back, which the next start gives again, and closes all databases. */
  end(): Promise<void>;
  /** Ends the process; the service manager starts it again, unless the box goes down. */
  leave(): void;
}

interface PowerOff {
  readonly system: Pick<System, 'shutDown' | 'isRecording'>;
  /** Absent where this is not the whole program. */
  readonly program: Program | undefined;
  /** Orders the UPS to cut its output after a delay, and to restore it with the mains; null where it is not to. */
  readonly cutOutput: (() => Promise<void>) | null;
  readonly log: Log;
}

/**
 * Ends the program in good order, then the box. What is only recorded goes on running. The process ends in any case: where the box does not
 * shut down, its service starts it again.
 */
export async function powerOff({ system, program, cutOutput, log }: PowerOff): Promise<void> {
  if (system.isRecording) return system.shutDown();
  try {
    await program?.end();
    // Last, as its delay runs from here.
    await cutOutput?.().catch(error => log.error('the UPS did not take the order to cut its output', error));
    await system.shutDown();
  } finally {
    program?.leave();
  }
}
