import type { Page } from 'playwright-core';

/** An answer that the browser received over the network. */
export interface Received {
  /** Path and query. */
  readonly path: string;
  /** Bytes on the wire, headers included. */
  readonly bytes: number;
}

export interface ReceivedCount {
  /** Everything received so far, oldest first. */
  all(): readonly Received[];
  /** Waits until no request is open; by then the page has run every timer that was due. */
  settled(): Promise<void>;
}

/** Counts what the browser receives for a page from now on. */
export async function countReceived(page: Page): Promise<ReceivedCount> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const open = new Map<string, string>();
  const received: Received[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { protocol, pathname, search } = new URL(request.url);
    if (protocol !== 'data:' && protocol !== 'blob:') open.set(requestId, pathname + search);
  });
  session.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = open.get(requestId);
    open.delete(requestId);
    if (path !== undefined) received.push({ path, bytes: encodedDataLength });
  });
  return {
    all: () => received,
    async settled() {
      do await page.evaluate(() => undefined);
      while (open.size > 0);
    },
  };
}
