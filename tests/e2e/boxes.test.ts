import type { Page, Request } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { languageCodes } from '../../src/contract/languages';
import { blankShare } from '../support/blank';
import { measureBoxes } from '../support/boxes';
import { setStage, signIn } from '../support/browser';
import { exampleSchedule } from '../support/example-services';
import { isLong, longPatience } from '../support/long';
import { choose } from '../support/looks';

const stage = setStage({ size: 'medium', historyDays: 2 });

/** Something to show: one device that is silent with all that hangs on it, one that is weak, one that stands still, a limit of the grid operator. */
beforeAll(async () => {
  const { plant, run, request, login } = stage.datalogger;
  plant.inject({ kind: 'inverter-silent', inverter: 4 });
  plant.inject({ kind: 'string-open', string: 23 });
  plant.inject({ kind: 'inverter-trip', inverter: 7, cause: 'ground' });
  plant.inject({ kind: 'dso-limit', percent: 30 });
  await run(600);
  const answer = await request('/api/pianificazioni', {
    method: 'POST',
    token: login('admin'),
    json: exampleSchedule,
  });
  expect(answer.status).toBe(200);
});

type Step = (page: Page) => Promise<unknown>;
const press =
  (name: RegExp): Step =>
  page =>
    page.locator('main').getByRole('button', { name }).first().click();
const pressAbove =
  (name: RegExp): Step =>
  page =>
    page.getByRole('banner').getByRole('button', { name }).click();

/** Chooses a device of the one-line diagram by keyboard. */
const chooseDrawn: Step = async page => {
  const drawing = page.locator('.touch > [role="application"]');
  await drawing.focus();
  await page.locator('.touch > [aria-describedby]').waitFor();
  await drawing.press('End');
  await page.locator('.dcard .spark').waitFor();
};

/** Every screen, and what opens on it: drawers by their address, dialogs by the button that asks. */
const places: readonly (readonly [path: string, open?: Step])[] = [
  ['/'],
  ['/', chooseDrawn],
  ['/', pressAbove(/^Utente/)],
  ['/allarmi'],
  ['/allarmi?stato=storico'],
  ['/allarmi?aperto=1'],
  ['/allarmi?aperto=1', press(/^Riconosci/)],
  ['/allarmi?aperto=1', press(/^Sospendi/)],
  ['/impianto/inverters'],
  ['/impianto/inverters?dispositivo=7'],
  ['/impianto/stringhe'],
  ['/impianto/stringhe?dispositivo=1'],
  ['/impianto/trackers'],
  ['/impianto/trackers?dispositivo=1'],
  ['/impianto/trackers?dispositivo=1', press(/^Metti in sicurezza/)],
  ['/impianto/contatori'],
  ['/impianto/contatori?dispositivo=1'],
  ['/impianto/sensori'],
  ['/impianto/sensori?dispositivo=1'],
  ['/impianto/digital-signals'],
  ['/impianto/digital-signals?dispositivo=1'],
  ['/impianto/prot-interfaccia'],
  ['/impianto/cci'],
  ['/impianto/cci', press(/^Limita P/)],
  ['/impianto/cci', press(/^Set-point Q/)],
  ['/stats&reports'],
  ['/stats&reports?vista=analisi'],
  ['/stats&reports/reports'],
  ['/config/impianto'],
  ['/config/inverters?id=2'],
  ['/config/inverters?id=2', press(/^Elimina/)],
  ['/config/inverters?id=2', press(/^Copia in altri/)],
  ['/config/inverters', press(/^Più dispositivi/)],
  ['/config/box-stringhe?id=1'],
  ['/config/trackers?id=1'],
  ['/config/sensori?id=1'],
  ['/config/digital-signals?id=1'],
  ['/config/digital-signals?vista=moduli'],
  ['/config/contatori?id=1'],
  ['/config/protezioni-interfaccia?id=1'],
  ['/config/cci?id=1'],
  ['/config/pianificazioni?id=1'],
  ['/config/condivisione-dati'],
  ['/config/condivisione-dati?vista=flussi'],
  ['/config/allarmi?id=INV07'],
  ['/config/account?id=1'],
  ['/config/account?id=2', press(/^Chiudi le sessioni/)],
  ['/config/setup-sistema'],
  ['/config/setup-sistema', press(/^Riavvia/)],
  ['/config/setup-sistema?vista=bus'],
];

type Size = readonly [width: number, height: number];
const touchSizes = [
  [360, 800],
  [768, 1024],
] as const;
const wideWindow = 1920;
const deskSizes = [
  [1280, 800],
  [1440, 900],
  [1024, 768],
  [wideWindow, 1080],
  [2560, 1440],
] as const;

/** The languages that a place is measured in, each with its sizes of the window. */
type Looks = (
  sizes: readonly [Size, ...Size[]],
) => readonly (readonly [language: string, sizes: readonly Size[]])[];

/**
 * German, whose words are the longest, is measured at all sizes; of the other languages the finger measures two at its first size, and the
 * mouse two. The long run measures every language at all sizes.
 */
const allLooks: Looks = sizes =>
  languageCodes.flatMap((language, index) => {
    if (isLong || language === 'de') return [[language, sizes] as const];
    const isOfThese = (index % 2 === 0) === (sizes === touchSizes);
    return isOfThese ? [[language, [sizes[0]]] as const] : [];
  });

/** Dialogs are measured in the longest words, and in the long run in all. */
const dialogLooks: Looks = sizes => (isLong ? allLooks(sizes) : [['de', sizes]]);

/** With the switch for the sun all is larger: measured in the longest words, at the narrowest width of finger and mouse, in the long run in all. */
const sunlitLooks: Looks = sizes => (isLong ? allLooks(sizes) : [['de', [sizes[0]]]]);

/**
 * The share that may be blank below the last content in a wide window. Lists with few records are shorter: what would fill them is not
 * known of so few, or not worth the bytes.
 */
const mostBlank = 0.2;
const shortLists: Readonly<Record<string, number>> = {
  '/allarmi?stato=storico': 0.35,
  '/impianto/stringhe': 0.3,
  '/impianto/stringhe?dispositivo=1': 0.3,
  '/config/pianificazioni?id=1': 0.55,
  '/config/account?id=1': 0.45,
  '/config/setup-sistema?vista=bus': 0.45,
};

const drawn = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
class Walk {
  readonly findings = new Map<string, string>();
  checks = 0;
  views = 0;
  /** Share of each place that is blank in a wide window, in the longest words. */
  readonly blank = new Map<string, number>();
  #unanswered = new Set<Request>();

  private readonly page: Page;
  private readonly isTouch: boolean;

  constructor(page: Page, isTouch: boolean) {
    this.page = page;
    this.isTouch = isTouch;
    const end = (request: Request) => void this.#unanswered.delete(request);
    page.on('request', request => void this.#unanswered.add(request));
    page.on('requestfinished', end).on('requestfailed', end);
  }

  async visit(path: string, open?: Step, looks = open ? dialogLooks : allLooks): Promise<void> {
    await this.page.evaluate(to => history.pushState(null, '', to), path);
    await this.#settle();
    await open?.(this.page);
    for (const [language, sizes] of looks(this.isTouch ? touchSizes : deskSizes)) {
      await choose(this.page, { kind: 'language', language });
      await this.page.waitForFunction(value => document.documentElement.lang === value, language);
      for (const [width, height] of sizes) {
        await this.page.setViewportSize({ width, height });
        await this.page.evaluate(drawn);
        await this.#measure(open ? `${path} with its dialog` : path, `${language} ${width}`);
        if (!open && language === 'de' && width === wideWindow)
          this.blank.set(path, await blankShare(this.page));
      }
    }
    await choose(this.page, { kind: 'language', language: 'it' });
    if (open) await this.page.keyboard.press('Escape');
  }

  /** Until every request is answered and what came is drawn. */
  async #settle(): Promise<void> {
    for (let calm = 0; calm < 6; calm += 1) {
      await this.page.evaluate(drawn);
      await expect.poll(() => this.#unanswered.size, { interval: 20 }).toBe(0);
    }
    await this.page.locator('main h1').waitFor({ state: 'attached' });
  }

  expectNoFindings(): void {
    console.log(`${this.checks} checks in ${this.views} views: ${this.findings.size} findings`);
    expect([...this.findings].map(([what, looks]) => `${what} (${looks})`)).toEqual([]);
  }

  expectFilled(): void {
    // Measured only where the window is wide.
    if (this.blank.size === 0) return;
    const shares = [...this.blank].sort(([, a], [, b]) => b - a);
    for (const [path, share] of shares)
      console.log(`${Math.round(100 * share)} % blank at ${wideWindow} px: ${path}`);
    expect(shares.filter(([path, share]) => !(share <= (shortLists[path] ?? mostBlank)))).toEqual([]);
  }

  async #measure(place: string, look: string): Promise<void> {
    const { findings, checks } = await measureBoxes(this.page, this.isTouch);
    this.checks += checks;
    this.views += 1;
    for (const each of findings) {
      const key = `${place} ${each}`;
      this.findings.set(key, [this.findings.get(key), look].filter(Boolean).join(', '));
    }
  }
}

const hands = [
  ['a finger', true],
  ['a mouse', false],
] as const;

const sizeOf = (isTouch: boolean) => {
  const [[width, height]] = isTouch ? touchSizes : deskSizes;
  return { hasTouch: isTouch, viewport: { width, height } };
};

test.each(hands)(
  'with %s nothing is clipped, covered, too small or scrolls without need',
  longPatience,
  async (_, isTouch) => {
    const page = await stage.open('admin', '/', sizeOf(isTouch));
    await page.locator('main h1').waitFor();
    const walk = new Walk(page, isTouch);
    for (const [path, open] of places) await walk.visit(path, open);
    walk.expectFilled();
    walk.expectNoFindings();
  },
);

// The sun shines on phones and panels: the mouse is measured in the long run.
test.each(isLong ? hands : hands.slice(0, 1))(
  'in sunlight, with %s, no screen is clipped, covered, too small or scrolls without need',
  longPatience,
  async (_, isTouch) => {
    const page = await stage.newPage(sizeOf(isTouch));
    await page.addInitScript(() => localStorage.setItem('sunlight', '1'));
    await signIn(page, stage.datalogger.login('admin'), '/');
    await page.locator('html[data-sunlight]').waitFor();
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
      .toBe('16px');
    const walk = new Walk(page, isTouch);
    for (const [path, open] of places) if (!open) await walk.visit(path, open, sunlitLooks);
    walk.expectNoFindings();
  },
);

test('printed tables keep their heads, and figures their values', async () => {
  const page = await stage.open('admin', '/impianto/inverters');
  await page.emulateMedia({ media: 'print' });
  for (const name of ['inverters', 'contatori', 'sensori', 'digital-signals', 'trackers']) {
    await page.evaluate(to => history.pushState(null, '', to), `/impianto/${name}`);
    await page.locator('thead th').first().waitFor();
    await expect
      .poll(
        () =>
          page
            .locator('thead th')
            .evaluateAll(
              heads =>
                heads.map(head => (head as HTMLElement).innerText.trim()).filter(text => text === '').length,
            ),
        { message: name },
      )
      .toBe(0);
    expect(await page.locator('.fig > b').allInnerTexts()).not.toContain('');
  }
});
