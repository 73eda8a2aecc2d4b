import type { Browser, Page, Request } from 'playwright-core';
import { signIn } from '../browser';
import { consoleFolder } from '../build-console';
import { launchChromium, plantOrigin } from '../chromium';
import { startDatalogger, type TestDatalogger, type TestRole } from '../datalogger';
import { waitMs } from '../patience';
import { calmHeader, type HostileDatalogger, startHostileDatalogger } from './hostile-datalogger';

/** One datalogger, the proxy that damages its answers, and a browser that reaches only this proxy. */
export interface Ground {
  readonly datalogger: TestDatalogger;
  readonly hostile: HostileDatalogger;
  readonly browser: Browser;
  /** One session for each role, shared by all its pages. */
  tokenOf(role: TestRole): string;
  close(): Promise<void>;
}

export async function openGround(): Promise<Ground> {
  const at = '2026-06-10T10:00:00+02:00';
  const datalogger = await startDatalogger({ consoleFolder, size: 'medium', at, historyDays: 1 });
  const hostile = await startHostileDatalogger(datalogger);
  const browser = await launchChromium(hostile.port);
  const tokens = new Map<TestRole, string>();
  return {
    datalogger,
    hostile,
    browser,
    tokenOf(role) {
      const token = tokens.get(role) ?? datalogger.login(role);
      tokens.set(role, token);
      return token;
    },
    async close() {
      await browser.close();
      await hostile.close();
      await datalogger.close();
    },
  };
}

const secondMs = 1000;
/** Drawing is checked every `momentMs`, at most `mostMoments` times: as long as a screen may wait for an answer that does not come. */
const momentMs = 100;
const mostMoments = 350;

/** The contents of the files that the page offered for download; none is saved to disk. */
declare global {
  interface Window {
    savedFiles?: Promise<string>[];
  }
}

/** A page of the console with a clock that the test advances, together with those of the datalogger and the plant. */
export class Walker {
  readonly page: Page;
  /** Uncaught errors since the last call of `takeErrors`. */
  readonly #errors: string[] = [];
  readonly #ground: Ground;
  /** Targets of all requests of the page below `/api/`. The browser itself may send one again on another connection: that is not counted. */
  readonly calls: string[] = [];
  /** Files of the console that are on their way. */
  readonly #files = new Set<Request>();
  #passedMs = 0;
  /** The time on the page's clock. */
  #nowMs: number;

  private constructor(page: Page, ground: Ground, nowMs: number) {
    this.page = page;
    this.#ground = ground;
    this.#nowMs = nowMs;
    page.setDefaultTimeout(waitMs);
    page.on('request', request => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/assets/')) this.#files.add(request);
      if (pathname.startsWith('/api/')) this.calls.push(pathname + search);
    });
    page.on('requestfinished', request => this.#files.delete(request));
    page.on('requestfailed', request => this.#files.delete(request));
    page.on('pageerror', error => this.#errors.push(String(error.stack ?? error)));
  }

  /** Opens a new page, logged in unless `role` is null. The answers to a calm page are never damaged. */
  static async enter(ground: Ground, role: TestRole | null, path: string, isCalm = false): Promise<Walker> {
    const context = await ground.browser.newContext({
      locale: 'it-IT',
      viewport: { width: 1280, height: 800 },
      // Animations follow the clock of the machine, not that of the page.
      reducedMotion: 'reduce',
      extraHTTPHeaders: isCalm ? { [calmHeader]: '1' } : {},
    });
    const page = await context.newPage();
    const time = ground.datalogger.clock.now();
    const walker = new Walker(page, ground, time + secondMs);
    await page.clock.install({ time });
    // The page's clock stops here, so that it advances only together with the datalogger's, however slow the machine is.
    await page.clock.pauseAt(time + secondMs);
    await page.addInitScript(() => {
      const files: Promise<string>[] = [];
      window.savedFiles = files;
      const { createObjectURL } = URL;
      URL.createObjectURL = (file: Blob | MediaSource) => {
        if (file instanceof Blob) files.push(file.text());
        return createObjectURL(file);
      };
      HTMLAnchorElement.prototype.click = () => undefined;
    });
    if (role) await signIn(page, ground.tokenOf(role), path);
    else await page.goto(plantOrigin + path);
    await walker.arrive();
    return walker;
  }

  /** Waits until the screen is drawn and its first requests are answered. */
  async arrive(): Promise<void> {
    await this.#until(() => document.title !== 'Meridiana' && document.querySelector('main h1') !== null);
  }

  /** Advances the time in small steps until the condition holds, because drawing takes some time. */
  async #until(isSo: (argument: string) => boolean, argument = ''): Promise<void> {
    for (let moment = 0; moment < mostMoments; moment += 1) {
      await this.#pass(momentMs);
      if (await this.page.evaluate(isSo, argument)) return;
    }
    const seen = await this.page.evaluate(
      () => `${location.pathname}: ${document.title}: ${document.body.innerText}`,
    );
    throw new Error(
      `not so after ${(mostMoments * momentMs) / secondMs} s: ${isSo} ${argument}, but ${seen}`,
    );
  }

  /** Seconds that have passed for the page. */
  get passedS(): number {
    return this.#passedMs / secondMs;
  }

  async pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) await this.#pass(secondMs);
  }

  async #pass(ms: number): Promise<void> {
    const { clock, plantClock, bringUpToDate } = this.#ground.datalogger;
    for (const each of [clock, plantClock]) each.advance(ms);
    bringUpToDate();
    await this.page.clock.runFor(ms);
    await this.settle();
    this.#nowMs += ms;
    this.#passedMs += ms;
  }

  /** Advances the page's clock by the time that has passed for the datalogger meanwhile, as after a sleep of the computer. */
  async catchUp(): Promise<void> {
    const missedMs = this.#ground.datalogger.clock.now() - this.#nowMs;
    if (missedMs <= secondMs) return;
    await this.page.clock.fastForward(missedMs);
    this.#nowMs += missedMs;
    await this.pass(1);
  }

  /** Waits until all files and answers that will come have come, and the page has processed them. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 2; ) {
      await this.page.evaluate(() => Promise.resolve());
      quiet = this.#files.size === 0 && this.#ground.hostile.isSettled() ? quiet + 1 : 0;
      if (quiet === 0) await new Promise(resolve => setTimeout(resolve, 5));
    }
  }

  /** The addresses in the menu. */
  menu(): Promise<string[]> {
    const links = this.page.locator('nav.nav a');
    return links.evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''));
  }

  /** Opens an address, as a reload does. */
  async open(path: string): Promise<void> {
    await this.page.goto(plantOrigin + path);
    await this.arrive();
  }

  /** Follows an entry of the menu, as a user does. */
  async follow(path: string): Promise<void> {
    const link = this.page.locator(`nav.nav a[href="${path}"]`);
    const group = this.page.locator('nav.nav > ul > li', { has: this.page.locator(`a[href="${path}"]`) });
    await link.waitFor({ state: 'attached' });
    if (!(await link.isVisible())) await group.locator('> button').click();
    await link.click();
    await this.#until(to => location.pathname === to, path);
    await this.arrive();
  }

  /** Opens the link of the first row, if there is one, and presses every button that downloads a file. */
  async use(): Promise<void> {
    await this.page.evaluate(() => {
      const row = document.querySelector('main tbody th a[href*="dispositivo="]');
      if (row instanceof HTMLElement)
        row.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      for (const button of document.querySelectorAll('main button')) {
        const name = `${button.getAttribute('aria-label')} ${button.textContent}`;
        if (/Scarica CSV/.test(name) && button instanceof HTMLElement) button.click();
      }
    });
    await this.settle();
  }

  /** Closes the drawer or dialog over the screen. */
  async leaveDrawer(): Promise<void> {
    if ((await this.page.locator('[role=dialog]').count()) > 0) await this.page.keyboard.press('Escape');
  }

  takeErrors(): string[] {
    return this.#errors.splice(0);
  }

  /** All text that a user of the page can see or hear, and the downloaded files. */
  shown(): Promise<string> {
    return this.page.evaluate(async () => {
      const files = await Promise.all(window.savedFiles?.splice(0) ?? []);
      const said = [document.title, document.body.innerText, ...files];
      const names = [
        'title',
        'aria-label',
        'alt',
        'placeholder',
        'aria-valuetext',
        'aria-description',
        'href',
      ];
      for (const each of document.querySelectorAll('*')) {
        said.push(...names.map(name => each.getAttribute(name) ?? ''));
        if (each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement) said.push(each.value);
        if (each instanceof SVGTextElement || each instanceof HTMLOptionElement)
          said.push(each.textContent ?? '');
      }
      return said.join('\n');
    });
  }

  /** The text of the screen without its numbers, which stays the same while the data is good. */
  shape(): Promise<string> {
    return this.page.evaluate(() => {
      const main = document.querySelector('main')?.cloneNode(true);
      if (!(main instanceof HTMLElement)) return '';
      for (const news of main.querySelectorAll(':scope > [role=status]')) news.remove();
      // Numbers change by themselves; with them change the prefixes of the units, and how many numbers are side by side.
      const numbers = (main.textContent ?? '').replaceAll(/[−+-]?\d[\d.,:/]*/g, '0');
      return numbers
        .replaceAll(/[kMG](?=W|VA|var)/g, '')
        .replaceAll(/0+/g, '0')
        .replaceAll(/[0—]{2,}/g, '0—');
    });
  }

  /** Whether the whole screen was replaced by an error. */
  async hasStopped(): Promise<boolean> {
    return (await this.page.locator('main > .sheet > [role=alert] h1').count()) > 0;
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
