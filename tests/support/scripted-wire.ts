import type { Page } from 'playwright-core';
import type { TestDatalogger } from './datalogger';

/** Failures between the page and the plant. */
export const failureKinds = [
  'frozen values',
  'replayed values',
  '304 for ever',
  'reordered answers',
  'everything frozen',
  'slow answers',
  'lost connection',
  'hanging datalogger',
  'late answers',
  'server errors',
  'not found',
  'asked to wait',
  'wrong Date',
  'cut JSON',
  'clock set back',
  'datalogger restarted',
  'page hidden',
  'page translated',
  'flapping line',
] as const;
export type FailureKind = (typeof failureKinds)[number];

/** Facts that the simulated network knows and the page does not. */
export interface Truth {
  /** Time of the page's clock, s. */
  readonly nowS: number;
  /** Seconds since the last usable answer to a live poll. */
  readonly answeredAgoS: number;
  /** Live polls that have failed since then; polls that were open at the same time count as one. */
  readonly misses: number;
  /** Seconds for which the oldest open live poll has waited. */
  readonly outS: number;
}

interface Setup {
  /** Answers of the datalogger by path and query, recorded once. */
  readonly bodies: Readonly<Record<string, string>>;
  readonly startS: number;
}

declare global {
  interface Window {
    wire: { kind: FailureKind | null; stepS: number; retryAfter: string; truth(): Truth };
  }
}

/** Records the answers of the real datalogger to everything that a page requests; `visit` opens the page. */
export async function recordAnswers(
  page: Page,
  datalogger: TestDatalogger,
  token: string | null,
  visit: () => Promise<void>,
): Promise<Setup['bodies']> {
  const asked = new Set<string>();
  page.on('request', request => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.add(pathname + search);
  });
  await visit();
  const bodies: Record<string, string> = {};
  for (const path of asked) {
    const response = await datalogger.request(path, { token });
    if (response.ok) bodies[path] = await response.text();
  }
  return bodies;
}

/**
 * Runs in the page: replaces the network and a plant whose clock runs with the page's. The power in a live answer is the second in which
 * the answer was made, so the displayed value shows its true age.
 */
export function scriptWire({ bodies, startS }: Setup): void {
  const secondsNow = () => performance.now() / 1000;
  const wire: Window['wire'] & { restarts: number } = {
    kind: null,
    stepS: 0,
    retryAfter: '1',
    restarts: 0,
    truth,
  };
  /** The newest answers to each live poll. */
  const heardTo = new Map<string, string[]>();
  const frozen = new Map<string, string>();
  /** The times at which the open live polls were sent. */
  const out = new Map<object, number>();
  let [answeredS, missedS, misses] = [0, 0, 0];
  let turn = 0;
  let known: FailureKind | null = null;
  window.wire = wire;

  function truth(): Truth {
    const nowS = secondsNow();
    const outS = out.size === 0 ? 0 : nowS - Math.min(...out.values());
    return { nowS, answeredAgoS: nowS - answeredS, misses, outS };
  }

  /** The answer of a working datalogger at this moment. */
  function honest(path: string): string | null {
    const [url = '', query = ''] = path.split('?');
    const body = bodies[path] ?? Object.entries(bodies).find(([each]) => each.startsWith(`${url}?`))?.[1];
    if (body === undefined) return null;
    const answer = JSON.parse(body);
    const t = Math.floor(startS + secondsNow() + wire.stepS);
    if (url.endsWith('/RT') && query) {
      const madeS = Math.floor(secondsNow() * 10) / 10;
      answer.t = t;
      setMade(answer.colonne, madeS);
    } else if (url.endsWith('/generale/1')) {
      Object.assign(answer, { ora: t, avvio: `start ${wire.restarts}` });
    } else if (url.endsWith('/all')) {
      answer[0].ora = new Date(t * 1000).toISOString().slice(11, 19);
    }
    return JSON.stringify(answer);
  }

  /** Power of the plant or of inverters, energy of meters, changes of digital signals: each screen shows one of them. */
  function setMade(columns: Record<string, (number | null)[]>, madeS: number): void {
    const { pac, eday, oggi, ruolo } = columns;
    const alone = (values: (number | null)[], made: number) =>
      values.map((value, row) => (row === 0 ? made : value === null ? null : 0));
    if (pac) Object.assign(columns, { pac: alone(pac, madeS), eta: pac.map(() => 0) });
    if (eday && ruolo) columns.eday = eday.map(() => madeS);
    if (oggi) columns.oggi = alone(oggi, Math.floor(madeS));
  }

  /** Body, status and headers that result from the failure; null for no answer. */
  function answerTo(
    path: string,
  ): { body: string | null; status: number; headers: Record<string, string> } | null {
    const isTable = path.includes('/RT');
    const headers: Record<string, string> = { 'Content-Type': 'application/json' };
    const own = honest(path);
    const good = { body: own ?? '{}', status: own === null ? 404 : 200, headers };
    if (wire.kind !== known) {
      known = wire.kind;
      frozen.clear();
      if (known === 'datalogger restarted') wire.restarts += 1;
    }
    const heard = heardTo.get(path) ?? [];
    if (isTable) heardTo.set(path, heard);
    if (isTable && own && wire.kind === null) heard.splice(0, Math.max(0, heard.push(own) - 12));
    const kept = frozen.get(path) ?? (isTable ? heard.at(-1) : undefined) ?? own ?? '{}';
    const replayed = heard[turn++ % Math.max(1, heard.length)] ?? kept;
    switch (wire.kind) {
      case 'frozen values':
        return isTable ? { ...good, body: kept } : good;
      case 'everything frozen':
        frozen.set(path, kept);
        return { ...good, body: kept };
      case 'replayed values':
        return isTable ? { ...good, body: replayed } : good;
      case '304 for ever':
        return isTable ? { body: null, status: 304, headers: { ETag: '"x"' } } : good;
      case 'reordered answers': {
        if (!isTable) return good;
        const before = frozen.get(path);
        frozen.set(path, good.body);
        return turn % 2 === 0 && before ? { ...good, body: before } : good;
      }
      case 'lost connection':
        return null;
      case 'flapping line':
        return turn % 3 === 0 ? good : null;
      case 'server errors':
        return { body: '{}', status: turn % 3 === 0 ? 500 : 503, headers };
      case 'not found':
        return { body: '{}', status: 404, headers };
      case 'asked to wait':
        return { body: '{}', status: 429, headers: { ...headers, 'Retry-After': wire.retryAfter } };
      case 'wrong Date':
        return {
          ...good,
          headers: { ...headers, Date: new Date((startS + 86_400 * ((turn % 7) - 3)) * 1000).toUTCString() },
        };
      case 'cut JSON':
        return { ...good, body: good.body.slice(0, -Math.ceil(good.body.length / 3)) };
      default:
        return good;
    }
  }

  const original = window.fetch.bind(window);
  window.fetch = (input, init = {}) => {
    const { pathname, search } = new URL(String(input), location.href);
    if (!pathname.startsWith('/api/')) return original(input, init);
    const path = pathname + search;
    const poll = {};
    if (/\/RT|\/all$|\/conteggi$/.test(pathname)) out.set(poll, secondsNow());
    return new Promise<Response>((resolve, reject) => {
      const end = (isGood: boolean) => {
        const sentS = out.get(poll);
        if (!out.delete(poll) || sentS === undefined) return;
        if (isGood) [answeredS, misses] = [secondsNow(), 0];
        else if (misses === 0) [missedS, misses] = [secondsNow(), 1];
        else if (sentS > missedS) misses += 1;
      };
      init.signal?.addEventListener('abort', () => {
        const sentS = out.get(poll);
        // Given up by its timeout.
        if (wire.kind && sentS !== undefined && secondsNow() - sentS > 7.5) end(false);
        out.delete(poll);
        reject(new DOMException('aborted', 'AbortError'));
      });
      const answer = answerTo(path);
      if (wire.kind === 'hanging datalogger') return;
      const delayMs = { 'slow answers': 7000, 'late answers': 18_000 }[String(wire.kind)] ?? 150;
      setTimeout(() => {
        const isGood = answer !== null && answer.status < 500 && wire.kind !== 'cut JSON';
        end(isGood);
        if (answer) resolve(new Response(answer.body, { status: answer.status, headers: answer.headers }));
        else reject(new TypeError('Failed to fetch'));
      }, delayMs);
    });
  };
}
