/** What the datalogger tells whoever runs it: one line an event, whatever strangers put into the words. */
export interface Log {
  info(message: string): void;
  error(message: string, cause?: unknown): void;
}

/** Control characters and line ends as escapes: no request can forge a second line or drive a terminal. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, character =>
    character === '\n' ? '\\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
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

/** Says only what comes at least so long after what was said last. */
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
