/** A file that the page's first script requested before the application was loaded. */
interface EarlyFile {
  readonly path: string;
  readonly response: Promise<Response>;
}

declare global {
  interface Window {
    earlyFile?: EarlyFile;
  }
}

/** Requests a file of the console and always revalidates it with the server (some servers send no Cache-Control). */
function askFile(path: string): Promise<Response> {
  return fetch(path, { cache: 'no-cache' });
}

export function askEarly(path: string): void {
  const response = askFile(path);
  // The caller that takes the file handles a failure; until then it must not be an unhandled rejection.
  response.catch(() => undefined);
  window.earlyFile = { path, response };
}

/** The answer that was requested early, once; otherwise requests the file now. */
export function takeFile(path: string): Promise<Response> {
  const early = window.earlyFile;
  if (early?.path !== path) return askFile(path);
  delete window.earlyFile;
  return early.response;
}
