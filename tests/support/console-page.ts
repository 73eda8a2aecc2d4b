import type { DetachedWindowAPI } from 'happy-dom';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { noteDeviceDate } from '../../src/console/data/device-clock';
import { forgetAll } from '../../src/console/data/poll';
import { clearSession, startSession } from '../../src/console/data/session';
import type { Part } from '../../src/console/i18n/words';
import { startDatalogger, type TestDatalogger, type TestOptions, type TestRole } from './datalogger';
import { speakItalian } from './words';

declare global {
  interface Window {
    readonly happyDOM: DetachedWindowAPI;
  }
}

export interface ConsolePage {
  readonly datalogger: TestDatalogger;
  /** Path and query of every request made, oldest first. */
  readonly requests: readonly string[];
  show(element: ReactNode): HTMLElement;
  /** True: from now on no request is answered. False: requests are answered again. */
  cutLine(isCut: boolean): void;
  /** From now on the answers to this path have these values in these fields, as from a datalogger of another maker. */
  change(path: string, fields: object): void;
  /** From now on every request below this path is refused with this status, as by a datalogger of another maker. */
  refuse(path: string, status: number): void;
  resize(width: number): void;
  close(): Promise<void>;
}

/** A page of the console, logged in, whose requests go to a real datalogger in this process. */
export async function openConsole(
  role: TestRole,
  parts: readonly Part[],
  options: TestOptions = {},
): Promise<ConsolePage> {
  await speakItalian(parts);
  const datalogger = await startDatalogger(options);
  const requests: string[] = [];
  const changes = new Map<string, object>();
  const refusals = new Map<string, number>();
  let isCut = false;
  const original = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), 'http://192.168.1.10');
    requests.push(url.pathname + url.search);
    if (isCut) throw new TypeError('Failed to fetch');
    const refused = [...refusals].find(([path]) => url.pathname.startsWith(path));
    if (refused) return Response.json({ codice: 'not_found', messaggio: '' }, { status: refused[1] });
    const response = await datalogger.fetch(new Request(url, init), { address: '192.168.1.50' });
    const change = changes.get(url.pathname);
    return change ? Response.json({ ...(await response.json()), ...change }, response) : response;
  };
  noteDeviceDate(new Date(datalogger.clock.now()).toUTCString());
  startSession(datalogger.login(role));
  const roots: { unmount(): void }[] = [];
  return {
    datalogger,
    requests,
    show(element) {
      const place = document.body.appendChild(document.createElement('div'));
      const root = createRoot(place);
      root.render(element);
      roots.push(root);
      return place;
    },
    cutLine(value) {
      isCut = value;
    },
    change: (path, fields) => void changes.set(path, fields),
    refuse: (path, status) => void refusals.set(path, status),
    resize: width => window.happyDOM.setViewport({ width, height: 800 }),
    async close() {
      for (const root of roots) root.unmount();
      document.body.replaceChildren();
      clearSession();
      forgetAll();
      globalThis.fetch = original;
      await datalogger.close();
    },
  };
}
