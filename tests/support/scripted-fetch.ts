/** A fetch whose answers the test gives one by one, in any order; it replaces only the network. */
export interface PendingCall {
  readonly url: string;
  readonly init: RequestInit;
  readonly headers: Headers;
  answer(body: unknown, init?: ResponseInit): Promise<void>;
  /** Answers with a body that is not JSON from the API. */
  answerRaw(body: string, type: string, init?: ResponseInit): Promise<void>;
  breakOff(): Promise<void>;
}

export interface ScriptedFetch {
  readonly calls: readonly PendingCall[];
  /** The last call made. */
  last(): PendingCall;
  restore(): void;
}

/** Lets all code that waits for a resolved promise continue. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

export function scriptFetch(): ScriptedFetch {
  const original = globalThis.fetch;
  const calls: PendingCall[] = [];
  globalThis.fetch = (input, init = {}) =>
    new Promise<Response>((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      const respond = (text: string | null, type: string, responseInit: ResponseInit = {}) => {
        const headers = new Headers(responseInit.headers);
        headers.set('Content-Type', type);
        resolve(new Response(text, { ...responseInit, headers }));
        return settle();
      };
      calls.push({
        url: String(input),
        init,
        headers: new Headers(init.headers),
        answer: (body, responseInit) => {
          const isEmpty = responseInit?.status === 304 || responseInit?.status === 204;
          return respond(isEmpty ? null : JSON.stringify(body), 'application/json', responseInit);
        },
        answerRaw: respond,
        breakOff: () => {
          reject(new TypeError('Failed to fetch'));
          return settle();
        },
      });
    });
  return {
    calls,
    last() {
      const call = calls.at(-1);
      if (!call) throw new Error('no request was made');
      return call;
    },
    restore() {
      globalThis.fetch = original;
    },
  };
}
