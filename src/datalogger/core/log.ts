import { replaceUnseen } from '../../contract/text';

/** The log of the program: one line for each event, whatever the texts from requests contain. */
export interface Log {
  info(message: string): void;
  error(message: string, cause?: unknown): void;
}

/** Replaces line ends and invisible characters by escapes, so that no request can forge a line, control a terminal or hide a part of a name. */
export function oneLine(text: string): string {
  return replaceUnseen(text, character => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  }).replaceAll('\n', '\\n');
}

/** Lines with the time, level and message; `write` gets each with its line end. */
export function createLog(write: (line: string) => void, now: () => number): Log {
  const line = (level: string, message: string) =>
    write(`${new Date(now()).toISOString()} ${level} ${oneLine(message)}\n`);
  return {
    info: message => line('info', message),
    error: (message, cause) =>
      line('error', cause === undefined ? message : `${message}: ${describe(cause)}`),
  };
}

/** Calls `say` at most once in this time; calls in between are dropped. */
export function atMostEvery<T>(everyMs: number, say: (what: T) => void): (what: T) => void {
  let saidMs = Number.NEGATIVE_INFINITY;
  return what => {
    const nowMs = performance.now();
    if (nowMs - saidMs < everyMs) return;
    saidMs = nowMs;
    say(what);
  };
}

/** For tests and tools. */
export const silentLog: Log = { info: () => undefined, error: () => undefined };

function describe(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
