import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { signIn } from '../browser';
import { consoleFolder } from '../build-console';
import { launchChromium, plantOrigin } from '../chromium';
import { startDatalogger, type TestDatalogger, type TestRole } from '../datalogger';
import { waitMs } from '../patience';
import { calmHeader, type HostileDatalogger, startHostileDatalogger } from './hostile-datalogger';

/** One datalogger, what makes it hostile, and a browser that knows no other. */
export interface Ground {
  readonly datalogger: TestDatalogger;
  readonly hostile: HostileDatalogger;
  readonly browser: Browser;
  close(): Promise<void>;
}

export async function openGround(): Promise<Ground> {
  const at = '2026-06-10T10:00:00+02:00';
  const datalogger = await startDatalogger({ consoleFolder, size: 'medium', at, historyDays: 1 });
  const hostile = await startHostileDatalogger(datalogger);
  const browser = await launchChromium(hostile.port);
  return {
    ...{ datalogger, hostile, browser },
    async close() {
      await browser.close();
      await hostile.close();
      await datalogger.close();
    },
  };
}

const secondMs = 1000;

/** What a page of a walk keeps of its files, for it saves none. */
declare global {
  interface Window {
    savedFiles?: Promise<string>[];
  }
}

/** A page of the console whose time passes when it is told to, for the datalogger and the plant alike. */
export class Walker {
  readonly page: Page;
  /** Uncaught, since they were taken last. */
  readonly #errors: string[] = [];
  readonly #ground: Ground;
  #passedS = 0;

  private constructor(page: Page, ground: Ground) {
    this.page = page;
    this.#ground = ground;
    page.setDefaultTimeout(waitMs);
    page.on('pageerror', error => this.#errors.push(String(error.stack ?? error)));
  }

  /** A new page, logged in unless nobody is. The answers to a calm one are never damaged. */
  static async enter(ground: Ground, role: TestRole | null, path: string, isCalm = false): Promise<Walker> {
    const context = await ground.browser.newContext({
      locale: 'it-IT',
      viewport: { width: 1280, height: 800 },
      extraHTTPHeaders: isCalm ? { [calmHeader]: '1' } : {},
    });
    const page = await context.newPage();
    const walker = new Walker(page, ground);
    await page.clock.install({ time: ground.datalogger.clock.now() });
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
    if (role) await signIn(page, ground.datalogger.login(role), path);
    else await page.goto(plantOrigin + path);
    await walker.arrive();
    return walker;
  }

  /** Until the screen is there and has what it asked for at once. */
  async arrive(): Promise<void> {
    await this.page.waitForFunction(() => document.title !== 'Meridiana');
    await this.page.locator('main h1').first().waitFor();
    await this.settle();
  }

  /** Seconds that have passed for the page. */
  get passedS(): number {
    return this.#passedS;
  }

  async pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      this.#ground.datalogger.clock.advance(secondMs);
      await this.#ground.datalogger.run(1);
      await this.page.clock.runFor(secondMs);
      await this.settle();
      this.#passedS += 1;
    }
  }

  /** Waits for the answers that will come, and until the page has taken them. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 2; ) {
      await this.page.evaluate(() => Promise.resolve());
      quiet = this.#ground.hostile.isSettled() ? quiet + 1 : 0;
      if (quiet === 0) await new Promise(resolve => setTimeout(resolve, 5));
    }
  }

  /** Where the menu leads. */
  menu(): Promise<string[]> {
    const links = this.page.locator('nav.nav a');
    return links.evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''));
  }

  /** Follows an entry of the menu, as a person does. */
  async follow(path: string): Promise<void> {
    const link = this.page.locator(`nav.nav a[href="${path}"]`);
    const group = this.page.locator('nav.nav > ul > li', { has: this.page.locator(`a[href="${path}"]`) });
    await link.waitFor({ state: 'attached' });
    if (!(await link.isVisible())) await group.locator('> button').click();
    await link.click();
    await expect.poll(() => new URL(this.page.url()).pathname).toBe(path);
    await this.arrive();
  }

  /** Opens what the first row leads to, where there is one, and has each file that can be had. */
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

  /** Closes what lies over the screen. */
  async leaveDrawer(): Promise<void> {
    if ((await this.page.locator('[role=dialog]').count()) > 0) await this.page.keyboard.press('Escape');
  }

  takeErrors(): string[] {
    return this.#errors.splice(0);
  }

  /** All that a reader of the page can see or hear, and the files that were had. */
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

  /** The screen without its numbers: the same for as long as all is well. */
  shape(): Promise<string> {
    return this.page.evaluate(() => {
      const main = document.querySelector('main')?.cloneNode(true);
      if (!(main instanceof HTMLElement)) return '';
      for (const news of main.querySelectorAll(':scope > [role=status]')) news.remove();
      // Numbers change by themselves, and with them their multiple of the unit and how many there are side by side.
      const numbers = (main.textContent ?? '').replaceAll(/[−+-]?\d[\d.,:/]*/g, '0');
      return numbers
        .replaceAll(/[kMG](?=W|VA|var)/g, '')
        .replaceAll(/0+/g, '0')
        .replaceAll(/[0—]{2,}/g, '0—');
    });
  }

  /** Whether the screen gave up as a whole. */
  async hasStopped(): Promise<boolean> {
    return (await this.page.locator('main > .sheet > [role=alert] h1').count()) > 0;
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
