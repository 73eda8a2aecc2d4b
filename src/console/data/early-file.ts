/** A file that the page's first script asked for, before the application is there. */
interface EarlyFile {
  readonly path: string;
  readonly response: Promise<Response>;
}

declare global {
  interface Window {
    earlyFile?: EarlyFile;
  }
}

/** Asks for a file of the console, always checked against the server's copy (some servers send no Cache-Control). */
export function askFile(path: string): Promise<Response> {
  return fetch(path, { cache: 'no-cache' });
}

export function askEarly(path: string): void {
  const response = askFile(path);
  // Whoever takes it hears of a failure; until then it is none.
  response.catch(() => undefined);
  window.earlyFile = { path, response };
}

/** The answer that was asked for early, once; else it is asked for now. */
export function takeFile(path: string): Promise<Response> {
  const early = window.earlyFile;
  if (early?.path !== path) return askFile(path);
  delete window.earlyFile;
  return early.response;
}
