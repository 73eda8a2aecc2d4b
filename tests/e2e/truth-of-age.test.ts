import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setStage, stopClock } from '../support/browser';
import { plantOrigin } from '../support/chromium';
import { rounds } from '../support/long';
import { numbersFrom } from '../support/numbers';
import { layChanges } from '../support/page-changes';
import {
  type FailureKind,
  failureKinds,
  recordAnswers,
  scriptWire,
  type Truth,
} from '../support/scripted-wire';

const stage = setStage({ size: 'small' });

/** Looks at each screen under each failure; with five screens and nineteen failures more than 2,000 in the long run. */
const looksPerFailure = rounds(9, 23);
/** Pauses between two looks, s; from here on they are gone at once, as a page that was held up goes them. */
const pausesS = [1, 1, 2, 2, 3, 3, 5, 5, 7, 11, 45, 120];
const leastJumpS = 45;
/** Whole seconds, the rounding of an age, and the time an answer is drawn in. */
const toleranceS = 3;
/** ms in which a page is drawn; no answer comes as soon. */
const drawnInMs = 50;
/** The guard of the page restores within a second what was replaced. */
const guardMs = 1000 + drawnInMs;
/** Beyond this no value is called live; on a line whose answers take long polls are rarer. */
const limitS = (kind: FailureKind) => (kind === 'slow answers' || kind === 'late answers' ? 60 : 30);

/** Where a screen shows the figure that is the second in which it was made. */
const screens = [
  { path: '/', figure: '.fig.xl b', isPublic: false },
  { path: '/impianto/inverters', figure: '.fig:nth-of-type(2) b', isPublic: false },
  { path: '/impianto/contatori', figure: '.fig:nth-of-type(1) b', isPublic: false },
  { path: '/impianto/digital-signals', figure: '.fig:nth-of-type(3) b', isPublic: false },
  { path: '/raw-data/plant', figure: 'xpath=//tr[normalize-space(th)="pac"]/td[1]', isPublic: true },
] as const;

/** What the page says. */
interface Said {
  readonly figure: string;
  readonly note: string;
  readonly isDimmed: boolean;
  readonly alert: string;
  readonly title: string;
  readonly heading: string;
  readonly truth: Truth;
}

async function look(page: Page, { figure, isPublic }: (typeof screens)[number]): Promise<Said> {
  const shown = (await page.locator(figure).first().textContent()) ?? '';
  return page.evaluate(
    ([text, raw]) => {
      const words = (selector: string) => document.querySelector(selector)?.textContent ?? '';
      return {
        figure: text,
        note: raw ? words('header p:last-child') : words('.top .fresh, .top .age'),
        isDimmed: document.querySelector(raw ? '.raw.still' : '.figs.stale') !== null,
        alert: words('[role=alert]'),
        title: document.title,
        heading: words('h1'),
        truth: window.wire.truth(),
      };
    },
    [shown, isPublic] as const,
  );
}

/** The age in a note such as "Dati 13:42:10, 2 min fa": at most that many seconds. */
function claimedS(note: string): number {
  const [, amount = '', unit = ''] =
    /(\d+)\s(s|min|h|giorn)[^,]*fa( \(in ritardo\))?$/.exec(note.replaceAll('\u00a0', ' ')) ?? [];
  const scale: Record<string, number> = { s: 1, min: 60, h: 3600, giorn: 86_400 };
  const unitS = scale[unit] ?? Number.NaN;
  return Number(amount) * unitS + (unitS > 1 ? unitS : 0);
}

/** The number of a figure; NaN for a dash. */
const numberIn = (text: string) => Number.parseFloat(text.replace(/[^\d,]/g, '').replace(',', '.'));

/** What is false of what the page says; empty when all is true. */
function liesIn(said: Said, kind: FailureKind, isPublic: boolean): readonly string[] {
  const { truth, isDimmed } = said;
  const trueAgeS = truth.nowS - numberIn(said.figure);
  const saidAgeS = claimedS(said.note);
  const saysLost = /perso|non risponde/.test(said.alert);
  const isOut = truth.outS >= 5 || kind === 'hanging datalogger' || kind === 'late answers';
  const mayBeLost = truth.misses >= 2 || (isOut && truth.answeredAgoS >= 10);
  const isStillTitle = said.title.startsWith('Non aggiornato');
  return [
    Number.isNaN(trueAgeS) && 'no figure is shown',
    Number.isNaN(saidAgeS) && 'no age is said',
    trueAgeS > saidAgeS + toleranceS && 'a figure is older than it says',
    trueAgeS > limitS(kind) + toleranceS && !isDimmed && 'an old figure looks live',
    saysLost && !mayBeLost && 'false connection lost',
    !isPublic && isDimmed !== /Stato non noto/.test(said.heading) && 'the heading says otherwise',
    isStillTitle && !isDimmed && 'the title says otherwise',
    trueAgeS > limitS(kind) + toleranceS && !isStillTitle && 'the title calls it live',
  ].flatMap(lie => (lie ? [`${lie} (${kind}): ${JSON.stringify({ ...said, trueAgeS })}`] : []));
}

async function setFailure(page: Page, kind: FailureKind | null, random: () => number): Promise<void> {
  const stepS = kind === 'clock set back' ? -Math.round(10 + 3600 * random()) : 0;
  const retryAfter = ['0', '-5', '', '0.001', '3000000', '7'][Math.floor(6 * random())] ?? '';
  const isBack = kind === 'datalogger restarted';
  await page.evaluate(
    ([failure, step, wait]) => {
      Object.assign(window.wire, { kind: failure, retryAfter: wait });
      window.changePage(failure === 'page translated' ? 'translation of everything' : null);
      window.wire.stepS += step;
      const isHidden = failure === 'page hidden';
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        value: isHidden ? 'hidden' : 'visible',
      });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    [kind, isBack ? -86_400 : stepS, retryAfter] as const,
  );
}

async function pass(page: Page, seconds: number): Promise<void> {
  if (seconds >= leastJumpS) await page.clock.fastForward(seconds * 1000);
  else await page.clock.runFor(seconds * 1000);
  // Answers that are out come, and are drawn.
  await page.clock.runFor(300);
}

/** The screen on the scripted network and clock, which stands still. */
async function openScripted({ path, figure, isPublic }: (typeof screens)[number]): Promise<Page> {
  const token = isPublic ? null : stage.datalogger.login('admin');
  const page = await stage.newPage();
  const open = async () => {
    await page.goto(`${plantOrigin}/notfound`);
    await page.evaluate(text => {
      sessionStorage.clear();
      if (text) sessionStorage.setItem('app.token', text);
    }, token);
    await page.goto(plantOrigin + path);
    await page.locator(figure).first().waitFor();
  };
  const bodies = await recordAnswers(page, stage.datalogger, token, open);
  await layChanges(page);
  const startS = stage.datalogger.plantClock.now() / 1000;
  await page.addInitScript(scriptWire, { bodies, startS });
  await page.clock.install({ time: startS * 1000 });
  await open();
  await stopClock(page);
  return page;
}

test.each(screens)(
  'M1: on $path no figure is older than it says, and no loss is made up, whatever fails',
  async screen => {
    const { path } = screen;
    const random = numbersFrom(7 + path.length);
    const page = await openScripted(screen);

    const lies: string[] = [];
    let looks = 0;
    for (const kind of failureKinds) {
      await setFailure(page, null, random);
      await pass(page, 70);
      await pass(page, 11);
      const before = await look(page, screen);
      if (before.isDimmed) lies.push(`not live again before ${kind}: ${JSON.stringify(before)}`);
      await setFailure(page, kind, random);
      for (let each = 0; each < looksPerFailure; each += 1) {
        await pass(page, pausesS[Math.floor(pausesS.length * random())] ?? 1);
        // Nobody sees a hidden page: it is looked at when it is back.
        if (kind === 'page hidden') {
          await setFailure(page, null, random);
          await page.clock.runFor(drawnInMs);
        }
        let found = liesIn(await look(page, screen), kind, screen.isPublic);
        // The title follows a line that has just come back within a second.
        if ((kind === 'page translated' || kind === 'flapping line') && found.length > 0) {
          await page.clock.runFor(guardMs);
          found = liesIn(await look(page, screen), kind, screen.isPublic);
        }
        lies.push(...found);
        if (kind === 'page hidden') await setFailure(page, kind, random);
        looks += 1;
      }
    }
    expect(lies).toEqual([]);
    expect(looks).toBe(looksPerFailure * failureKinds.length);
  },
);

const asleepS = 10 * 3600;

test.each([
  [screens[0], null],
  [screens[0], 'hanging datalogger'],
  [screens[0], 'lost connection'],
  [screens[1], 'hanging datalogger'],
  [screens[2], null],
  [screens[2], 'hanging datalogger'],
  [screens[3], null],
  [screens[3], 'lost connection'],
  [screens[4], null],
  [screens[4], 'lost connection'],
] as const)(
  'M1: a laptop that wakes after ten hours on %o with %s shows no value of before as live',
  async (screen, kind) => {
    const page = await openScripted(screen);
    await pass(page, 11);
    await setFailure(page, kind, () => 0);
    // At once, as a page that was asleep: each timer that was due fires once.
    await page.clock.fastForward(asleepS * 1000);
    const lies: string[] = [];
    for (const s of [0.3, 1, 5, 30, 30, 30]) {
      await page.clock.runFor(s * 1000);
      lies.push(...liesIn(await look(page, screen), kind ?? 'lost connection', screen.isPublic));
    }
    expect(lies).toEqual([]);
    const { isDimmed } = await look(page, screen);
    expect(isDimmed).toBe(kind !== null);
  },
);
